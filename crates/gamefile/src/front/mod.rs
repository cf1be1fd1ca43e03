//! From the text of a game file to a typed program.
