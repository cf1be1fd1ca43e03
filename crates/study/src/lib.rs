//! The experiments of fairdeal: from a question to counts, findings, tables, sentences and pages.
//!
//! Use it through the crate `fairdeal`, which shows all of it. The modules, lowest layer first;
//! each imports from lower layers or its own children only:
//!
//! | layer | modules |
//! | --- | --- |
//! | 1 | [`findings`]: what the counts say |
//! | 2 | [`experiment`]: from a question to a plan |
//! | 3 | [`results`]: typed tables, files |
//! | 4 | [`session`]: from a plan to results; [`words`]: sentences |
//! | 5 | [`check`]: holes in rules; [`report`]: one page with pictures; [`shards`]: a run in parts, for many machines |
//! | 6 | [`folder`]: runs into a folder of results, which go on where they were |

pub mod findings;

pub mod experiment;

pub mod results;

pub mod session;
pub mod words;

pub mod check;
pub mod report;
pub mod shards;

pub mod folder;
