//! What the system asks of the program while the terminal is ours.

use futures_util::{Stream, StreamExt, stream::SelectAll};

/// A request from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// End: SIGTERM, SIGINT, SIGQUIT.
    End,
    /// The terminal goes away: SIGHUP.
    HangUp,
    /// Stop until continued: SIGTSTP sent from outside.
    Suspend,
    /// Continued after a stop that was not ours: SIGCONT.
    Continued,
}

/// The signals as they come; on other systems than Unix none do.
///
/// # Errors
/// When a handler cannot be installed.
#[cfg(unix)]
pub fn signals() -> std::io::Result<impl Stream<Item = Signal> + Unpin> {
    use tokio::signal::unix::{SignalKind, signal};
    let wanted = [
        (SignalKind::terminate(), Signal::End),
        (SignalKind::interrupt(), Signal::End),
        (SignalKind::quit(), Signal::End),
        (SignalKind::hangup(), Signal::HangUp),
        (SignalKind::from_raw(rustix::process::Signal::TSTP.as_raw()), Signal::Suspend),
        (SignalKind::from_raw(rustix::process::Signal::CONT.as_raw()), Signal::Continued),
    ];
    let mut all = SelectAll::new();
    for (kind, meaning) in wanted {
        let source = signal(kind)?;
        all.push(Box::pin(futures_util::stream::unfold(source, move |mut source| async move {
            source.recv().await?;
            Some((meaning, source))
        })));
    }
    // A stream that ends would be asked again and again: this one never does.
    Ok(all.chain(futures_util::stream::pending()))
}

/// None come.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn signals() -> std::io::Result<impl Stream<Item = Signal> + Unpin> {
    Ok(futures_util::stream::pending())
}
