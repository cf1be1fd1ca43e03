//! `fairdeal lab`.

mod desks;
mod folder;
mod programs;
mod server;
mod site;

use std::sync::Arc;

use super::prelude::*;
use super::signals::when_asked_to_end;
use desks::Desks;
use folder::Folder;
use server::{Site, listen, serve};

#[derive(Args, Debug)]
pub(super) struct LabArguments {
    /// The folder with your games [default: this one]
    folder: Option<PathBuf>,
    /// The port on this computer [default: any that is free]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true, value_parser = whole::<u16>(0, 65_535))]
    port: u16,
    /// How many threads play at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1, 32))]
    threads: Option<u16>,
    /// Let programs in FOLDER play as strategies: Python files, and strategy files that name a program
    #[arg(long)]
    allow_programs: bool,
}

/// Serves the page of the lab until it is interrupted.
pub(super) fn lab(arguments: &LabArguments, out: &mut impl Write) -> Result<Outcome, Failure> {
    if let Some(folder) = &arguments.folder {
        // Strategies are found in the current folder too.
        std::env::set_current_dir(folder).map_err(|error| {
            let found = format!("{} ({error})", shown(folder));
            let problem = Problem::value("FOLDER", found, "a folder that exists");
            Location::whole("lab").error(problem)
        })?;
    }
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let players = arguments.threads.map_or(cores, usize::from);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (end, ended) = tokio::sync::oneshot::channel();
    let mut end = Some(end);
    let end = std::sync::Mutex::new(move || end.take().map(|end| end.send(())));
    when_asked_to_end(move || {
        let mut end = end.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        end();
    });
    runtime.block_on(async {
        let listener = listen(arguments.port).await.map_err(|error| {
            let found = format!("{} ({error})", arguments.port);
            let allowed = "a port that is free; without --port one is found";
            Location::whole("lab").error(Problem::value("--port", found, allowed))
        })?;
        let port = listener.local_addr()?.port();
        let site = Site {
            token: token()?,
            port,
            players,
            desks: Desks::new(players, arguments.allow_programs),
            folder: Folder(PathBuf::from(".")),
        };
        writeln!(out, "The lab is open: http://127.0.0.1:{port}/{}/", site.token)?;
        writeln!(out, "Only this computer can reach it. Ctrl-C ends it.")?;
        out.flush()?;
        tokio::spawn(serve(listener, Arc::new(site)));
        // Signals are heard as long as it listens.
        let _ = ended.await;
        Ok(Outcome::Done)
    })
}

/// A word that cannot be guessed.
fn token() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
