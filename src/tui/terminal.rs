//! The terminal itself: taking it over, and giving it back whatever happens.

use std::{
    io::{self, Write},
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
};

use crossterm::{
    clipboard::CopyToClipboard,
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
    execute,
    terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
};

/// What the loop asks of the terminal beside drawing; tests answer it themselves.
pub trait Console {
    /// Gives the terminal back, stops until the shell continues the program, takes it over again.
    ///
    /// # Errors
    /// When the terminal is gone.
    fn suspend(&mut self) -> io::Result<()>;
    /// Takes the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// When the terminal is gone.
    fn mouse(&mut self, on: bool) -> io::Result<()>;
    /// Puts text on the clipboard of the terminal (OSC 52). Whether it arrives is up to the terminal.
    ///
    /// # Errors
    /// When the terminal is gone.
    fn copy(&mut self, text: &str) -> io::Result<()>;
}

/// Whether the terminal is ours, for the panic hook.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// Whether a thread has panicked while the terminal was ours.
static PANICKED: AtomicBool = AtomicBool::new(false);

/// The terminal, taken over while this lives.
pub struct Screen {
    mouse: bool,
}

impl Screen {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// When it is no terminal.
    pub fn take() -> io::Result<Self> {
        restore_on_panic();
        let screen = Self { mouse: false };
        screen.enter()?;
        Ok(screen)
    }

    fn enter(&self) -> io::Result<()> {
        // Before the first change, so that a failure half way is undone too.
        TAKEN.store(true, Ordering::SeqCst);
        let mut out = io::stdout();
        enable_raw_mode()?;
        execute!(out, EnterAlternateScreen, EnableBracketedPaste, Hide)?;
        if self.mouse {
            execute!(out, EnableMouseCapture)?;
        }
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

impl Console for Screen {
    fn suspend(&mut self) -> io::Result<()> {
        give_back();
        stop();
        self.enter()
    }

    fn mouse(&mut self, on: bool) -> io::Result<()> {
        self.mouse = on;
        if on { execute!(io::stdout(), EnableMouseCapture) } else { execute!(io::stdout(), DisableMouseCapture) }
    }

    fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(io::stdout(), CopyToClipboard::to_clipboard_from(text))
    }
}

/// Gives the terminal back. Every step is tried, whatever became of the one before.
fn give_back() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture);
    let _ = execute!(out, DisableBracketedPaste);
    let _ = execute!(out, LeaveAlternateScreen);
    let _ = execute!(out, Show);
    let _ = disable_raw_mode();
    let _ = out.flush();
}

/// Whether some thread has panicked since the terminal was taken over.
pub fn has_panicked() -> bool {
    PANICKED.load(Ordering::SeqCst)
}

/// A panic in any thread gives the terminal back first, so that its message can be read.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if TAKEN.load(Ordering::SeqCst) {
                PANICKED.store(true, Ordering::SeqCst);
                give_back();
            }
            before(info);
        }));
    });
}

/// Stops the whole job, as the shell expects of Ctrl-Z: the program may run under another that
/// waits for it, like cargo.
#[cfg(unix)]
fn stop() {
    let _ = rustix::process::kill_current_process_group(rustix::process::Signal::STOP);
}

#[cfg(not(unix))]
const fn stop() {}
