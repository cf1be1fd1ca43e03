//! Compiles a typed program, and plays it.
