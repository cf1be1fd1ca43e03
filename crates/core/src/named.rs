//! Enums whose values have names.

/// Declares enums by their values, with the name that files, tables and screens show for each:
/// `pub enum Colour: name { /// The colour of blood. Red = "red" }`. The word after the colon is
/// that of the method that returns the name.
macro_rules! named {
    ($(
        $(#[$meta:meta])*
        pub enum $list:ident: $name:ident {
            $($(#[$about:meta])+ $value:ident = $text:literal,)+
        }
    )+) => {
        $(
            $(#[$meta])*
            #[derive(
                Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize,
                serde::Deserialize,
            )]
            pub enum $list {
                $($(#[$about])+ #[serde(rename = $text)] $value,)+
            }

            impl $list {
                /// All values, in their order.
                pub const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

                /// Returns the name.
                pub const fn $name(self) -> &'static str {
                    match self {
                        $(Self::$value => $text,)+
                    }
                }
            }

            impl std::fmt::Display for $list {
                fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    formatter.pad(self.$name())
                }
            }
        )+
    };
}

pub(crate) use named;
