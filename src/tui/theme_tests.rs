use ratatui::style::{Color, Modifier};

use super::{ColorChoice, Depth, Look, Role, Theme, ThemeName, glyphs};
use crate::report::BarKind;

fn detect(color: ColorChoice, vars: &[(&str, &str)]) -> Theme {
    let env = |name: &str| vars.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
    Theme::detect(color, None, &env)
}

#[test]
fn the_environment_decides_how_many_colours_there_are() {
    use ColorChoice::{Always, Auto, Never};
    let depth = |color, vars| detect(color, vars).depth;
    assert_eq!(depth(Auto, &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), Depth::True);
    assert_eq!(depth(Auto, &[("TERM", "xterm-256color")]), Depth::Indexed);
    assert_eq!(depth(Auto, &[("TERM", "linux")]), Depth::Sixteen);
    assert_eq!(depth(Auto, &[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::None);
    assert_eq!(depth(Auto, &[("TERM", "xterm-256color"), ("NO_COLOR", "")]), Depth::Indexed);
    assert_eq!(depth(Auto, &[("TERM", "dumb")]), Depth::None);
    assert_eq!(depth(Auto, &[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")]), Depth::Sixteen);
    assert_eq!(depth(Auto, &[("TERM", "xterm"), ("CLICOLOR", "0")]), Depth::None);
    assert_eq!(depth(Always, &[("TERM", "xterm-256color"), ("NO_COLOR", "1")]), Depth::Indexed);
    assert_eq!(depth(Never, &[("COLORTERM", "truecolor")]), Depth::None);
}

#[test]
fn the_locale_decides_the_glyphs_and_colorfgbg_the_background() {
    assert!(detect(ColorChoice::Auto, &[("LANG", "C")]).glyphs.is_ascii());
    assert!(!detect(ColorChoice::Auto, &[("LANG", "C.UTF-8")]).glyphs.is_ascii());
    assert!(!detect(ColorChoice::Auto, &[("LC_ALL", "de_DE.utf8"), ("LANG", "C")]).glyphs.is_ascii());
    assert!(detect(ColorChoice::Auto, &[("TERM", "dumb"), ("LANG", "C.UTF-8")]).glyphs.is_ascii());
    assert_eq!(detect(ColorChoice::Auto, &[("COLORFGBG", "0;15")]).look, Look::Light);
    assert_eq!(detect(ColorChoice::Auto, &[("COLORFGBG", "15;0")]).look, Look::Dark);
}

#[test]
fn no_role_has_a_colour_when_there_may_be_none() {
    let theme = Theme::new(Look::Mono, Depth::None, &glyphs::UNICODE);
    for role in [Role::Bad, Role::Border, Role::Bar(BarKind::Tool), Role::Selected, Role::Key, Role::Cursor] {
        let style = theme.style(role);
        assert_eq!((style.fg, style.bg, style.underline_color), (None, None, None), "{role:?}");
    }
    assert!(theme.style(Role::Selected).add_modifier.contains(Modifier::REVERSED));
    assert!(theme.style(Role::Bad).add_modifier.contains(Modifier::BOLD));
    assert_eq!(theme.next().look, Look::Mono);
}

#[test]
fn the_background_is_always_the_terminals_own() {
    for look in Look::ALL {
        for depth in [Depth::Sixteen, Depth::Indexed, Depth::True] {
            let theme = Theme::new(look, depth, &glyphs::UNICODE);
            assert_eq!(theme.style(Role::Bar(BarKind::Reasoning)).bg, None);
        }
    }
}

#[test]
fn colours_degrade_with_the_depth() {
    let color = |depth| Theme::new(Look::Dark, depth, &glyphs::UNICODE).style(Role::Bar(BarKind::Reasoning)).fg;
    assert_eq!(color(Depth::True), Some(Color::Rgb(0xb0, 0x8c, 0xe8)));
    // 0xb08ce8 lies nearest to the cube's (175, 135, 215): 16 + 36·3 + 6·2 + 4.
    assert_eq!(color(Depth::Indexed), Some(Color::Indexed(140)));
    assert_eq!(color(Depth::Sixteen), Some(Color::Indexed(5)));
}

#[test]
fn the_theme_key_comes_round() {
    let mut theme = Theme::new(Look::Dark, Depth::True, &glyphs::UNICODE);
    let mut seen = Vec::new();
    for _ in 0..5 {
        seen.push(theme.look.word());
        theme = theme.next();
    }
    assert_eq!(seen, ["dark", "light", "colour-blind", "high-contrast", "mono"]);
    assert_eq!(theme.look, Look::Dark);
}

#[test]
fn a_background_can_be_named_and_stays() {
    let dark = Theme::new(Look::Dark, Depth::True, &glyphs::UNICODE);
    let light = dark.named(ThemeName::Light);
    assert_eq!(light.look, Look::Light);
    assert_ne!(light.style(Role::Good).fg, dark.style(Role::Good).fg);
    assert_eq!(light.named(ThemeName::Dark).style(Role::Good).fg, dark.style(Role::Good).fg);
    assert_eq!(light.named(ThemeName::Default).look, Look::Light);
    let plain = Theme::new(Look::Mono, Depth::None, &glyphs::UNICODE);
    assert_eq!(plain.named(ThemeName::Light).look, Look::Mono);
}
