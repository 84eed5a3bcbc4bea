//! The colours of each palette, as tables. Only `theme` reads them.

/// A colour by its meaning, before a palette says how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hue {
    Grey,
    Dim,
    BlueDark,
    Blue,
    BlueLight,
    Amber,
    Violet,
    Teal,
    Green,
    Red,
}

/// How a hue looks: RGB on a dark and on a light background, and the nearest of the 16 colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swatch {
    /// Which hue it is: its place in the table, checked by a test.
    #[cfg_attr(not(test), expect(dead_code, reason = "names the row for the reader and the test"))]
    hue: Hue,
    pub dark: u32,
    pub light: u32,
    pub ansi: u8,
}

const fn swatch(hue: Hue, dark: u32, light: u32, ansi: u8) -> Swatch {
    Swatch { hue, dark, light, ansi }
}

/// A full set of swatches, one a hue.
pub(super) type Swatches = [Swatch; 10];

pub(super) static STANDARD: Swatches = [
    swatch(Hue::Grey, 0x9a_a0_a6, 0x6b_70_76, 7),
    swatch(Hue::Dim, 0x70_77_7e, 0x7c_82_88, 8),
    swatch(Hue::BlueDark, 0x3f_6f_b5, 0x1f_4e_96, 4),
    swatch(Hue::Blue, 0x5b_95_e0, 0x2d_6c_c0, 12),
    swatch(Hue::BlueLight, 0x8f_bd_f5, 0x55_90_dc, 14),
    swatch(Hue::Amber, 0xe5_b0_4b, 0xa8_6f_00, 3),
    swatch(Hue::Violet, 0xb0_8c_e8, 0x76_4b_bd, 5),
    swatch(Hue::Teal, 0x45_c1_b4, 0x0b_7c_72, 6),
    swatch(Hue::Green, 0x7c_cb_6a, 0x2f_84_2a, 2),
    swatch(Hue::Red, 0xf0_6a_6a, 0xc2_2b_2b, 9),
];

/// Blue, orange and yellow after Okabe and Ito: told apart with any of the common deficiencies.
pub(super) static COLOUR_BLIND: Swatches = [
    swatch(Hue::Grey, 0xa8_a8_a8, 0x66_66_66, 7),
    swatch(Hue::Dim, 0x76_76_76, 0x7c_7c_7c, 8),
    swatch(Hue::BlueDark, 0x08_62_96, 0x00_44_6e, 4),
    swatch(Hue::Blue, 0x00_72_b2, 0x00_72_b2, 12),
    swatch(Hue::BlueLight, 0x56_b4_e9, 0x2a_86_bd, 14),
    swatch(Hue::Amber, 0xe6_9f_00, 0xb3_7a_00, 3),
    swatch(Hue::Violet, 0xcc_79_a7, 0xa3_4f_80, 5),
    swatch(Hue::Teal, 0x56_b4_e9, 0x2a_86_bd, 6),
    swatch(Hue::Green, 0xf0_e4_42, 0x8c_82_00, 11),
    swatch(Hue::Red, 0xd5_5e_00, 0xb0_4a_00, 1),
];

pub(super) static HIGH_CONTRAST: Swatches = [
    swatch(Hue::Grey, 0xff_ff_ff, 0x00_00_00, 15),
    swatch(Hue::Dim, 0xc8_c8_c8, 0x40_40_40, 7),
    swatch(Hue::BlueDark, 0x6a_9c_ff, 0x00_20_90, 12),
    swatch(Hue::Blue, 0x80_c0_ff, 0x00_30_c0, 12),
    swatch(Hue::BlueLight, 0xb8_e0_ff, 0x00_48_e0, 14),
    swatch(Hue::Amber, 0xff_e0_00, 0x80_50_00, 11),
    swatch(Hue::Violet, 0xff_90_ff, 0x70_00_90, 13),
    swatch(Hue::Teal, 0x00_ff_e8, 0x00_60_60, 14),
    swatch(Hue::Green, 0x50_ff_50, 0x00_68_00, 10),
    swatch(Hue::Red, 0xff_60_60, 0xb0_00_00, 9),
];

/// The nearest of the 256 colours: the 6×6×6 cube or the grey ramp.
pub(super) fn nearest_256(rgb: u32) -> u8 {
    let [_, r, g, b] = rgb.to_be_bytes();
    let cube = [r, g, b].map(nearest_level);
    let cube_rgb = cube.map(|level| LEVELS[level as usize]);
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let step = u8::try_from((mean.saturating_sub(3) / 10).min(23)).unwrap_or(23);
    let grey = 8 + 10 * step;
    if distance([r, g, b], [grey; 3]) < distance([r, g, b], cube_rgb) {
        return 232 + step;
    }
    16 + 36 * cube[0] + 6 * cube[1] + cube[2]
}

const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

fn nearest_level(channel: u8) -> u8 {
    (0..6).min_by_key(|level| LEVELS[*level as usize].abs_diff(channel)).unwrap_or(0)
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::{COLOUR_BLIND, HIGH_CONTRAST, STANDARD, nearest_256};

    #[test]
    fn the_cube_and_the_grey_ramp_are_found() {
        assert_eq!(nearest_256(0x00_00_00), 16);
        assert_eq!(nearest_256(0xff_ff_ff), 231);
        assert_eq!(nearest_256(0xff_00_00), 196);
        assert_eq!(nearest_256(0x80_80_80), 244);
    }

    /// WCAG 2: the relative luminance of a colour.
    fn luminance(rgb: u32) -> f64 {
        let [_, channels @ ..] = rgb.to_be_bytes();
        let linear = channels.map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    #[test]
    fn every_hue_can_be_read_on_its_background() {
        for swatch in STANDARD.iter().chain(&COLOUR_BLIND).chain(&HIGH_CONTRAST) {
            // 3 is what WCAG asks of what is drawn; dim words are labels, whose figures are not dim.
            for (ratio, on) in
                [((luminance(swatch.dark) + 0.05) / 0.05, "dark"), (1.05 / (luminance(swatch.light) + 0.05), "light")]
            {
                assert!(ratio >= 3.0, "{:?} on {on}: {ratio:.2}", swatch.hue);
            }
        }
        // The ratio of the standard: black on white is 21.
        assert!((1.05 / (luminance(0) + 0.05) - 21.0).abs() < 1e-9);
    }

    #[test]
    fn every_palette_lists_every_hue_in_the_order_of_declaration() {
        for palette in [&STANDARD, &COLOUR_BLIND, &HIGH_CONTRAST] {
            assert!(palette.iter().enumerate().all(|(i, swatch)| swatch.hue as usize == i));
        }
    }
}
