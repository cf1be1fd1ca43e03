//! The imports that most commands share.

pub(super) use std::io::Write;
pub(super) use std::path::{Path, PathBuf};
pub(super) use std::sync::atomic::Ordering;

pub(super) use clap::Args;

pub(super) use super::failure::{Failure, Outcome};
pub(super) use super::options::{ProgramOptions, RulesOptions, RunOptions};
pub(super) use super::program::{self, word};
pub(super) use super::programs::permission;
pub(super) use super::progress::{Bars, about};
pub(super) use super::screen::{Screen, say, warn_of};
pub(super) use super::values::{game_named, seed, whole};
pub(super) use fairdeal_core::any_game::AnyGame;
pub(super) use fairdeal_core::input::{InputError, Location, Problem, shown};
pub(super) use fairdeal_core::registry::GameList;
pub(super) use fairdeal_core::strategy::{Entrant, Repertoire, StrategyFile};
pub(super) use fairdeal_study::experiment::Plan;
pub(super) use fairdeal_study::shards::PlanFile;
pub(super) use fairdeal_study::words::{counted, thousands};
