//! Games that are made of files.
