//! The command `fairdeal`: see [`fairdeal::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    fairdeal::cli::main()
}
