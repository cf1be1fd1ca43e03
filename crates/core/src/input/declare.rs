//! The macros that declare knobs, [`knobs!`](crate::knobs), and the named choices that a knob can
//! offer, [`choices!`](crate::choices).

/// Declares the knobs of a game or the parameters of a strategy: a struct with a typed field for
/// each.
///
/// The doc comment of a knob is its help text. Then come its type, its default, for numbers the
/// range (`in`), if another knob decides about the default, how (`when`), and whether it is a rule
/// of scoring (`scoring = true`): one with which the same end of a game has other scores, so that
/// scores are not compared between its values:
///
/// ```
/// use fairdeal_core::input::Settings;
///
/// fairdeal_core::choices! {
///     /// Which suit is trump.
///     pub enum Trump { None = "none", Hearts = "hearts" }
/// }
///
/// fairdeal_core::knobs! {
///     /// The knobs of a game.
///     pub struct Knobs {
///         /// cards dealt to each player
///         hand_size: u8 = 5, in 1..=9;
///         /// the suit that beats all others
///         trump: Trump = Trump::None;
///         /// who cannot follow suit must play a trump
///         must_trump: bool = false, when trump = Trump::Hearts => true;
///         /// points of a trick
///         trick_points: u8 = 1, in 1..=10, scoring = true;
///     }
/// }
///
/// let mut settings = Settings::defaults(Knobs::KNOBS);
/// settings.apply_option("trump=hearts")?;
/// let knobs = Knobs::read(&settings);
/// assert!(knobs.must_trump && knobs.hand_size == 5);
/// # Ok::<(), fairdeal_core::input::InputError>(())
/// ```
///
/// The struct has:
/// * `KNOBS`, the list of its knobs ([`Knob`](crate::input::Knob)), in the order of their
///   declaration;
/// * `read(&Settings)`, which takes its values from settings of these knobs;
/// * for each knob a function of its name, which makes an entry of a preset
///   ([`Preset`](crate::input::Preset)): `Knobs::hand_size(7)`.
///
/// A default, or a value in a constant preset, that is out of its range does not compile.
#[macro_export]
macro_rules! knobs {
    (@kind bool) => { $crate::input::KnobKind::Flag };
    (@kind f64, $range:expr) => {{
        let range: ::std::ops::RangeInclusive<f64> = $range;
        $crate::input::KnobKind::Real(*range.start(), *range.end())
    }};
    (@kind $type:ident, $range:expr) => {{
        let range: ::std::ops::RangeInclusive<$type> = $range;
        $crate::input::KnobKind::Integer(*range.start() as i64, *range.end() as i64)
    }};
    (@kind $type:ident) => { $type::KIND };
    (@value bool, $value:ident) => { $crate::input::Value::Flag($value) };
    (@value f64, $value:ident in $range:expr) => { $crate::input::Value::Real($value) };
    (@value $type:ident, $value:ident in $range:expr) => { $crate::input::Value::Integer($value as i64) };
    (@value $type:ident, $value:ident) => { $value.value() };
    (@scoring) => { false };
    (@scoring $scoring:literal) => { $scoring };
    (@derived) => { None };
    (@derived $with:expr, $default:expr) => { Some($crate::input::DerivedDefault::With { with: $with, default: $default.1 }) };
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $(
            $(#[doc = $meaning:literal])+
            $key:ident: $type:ident = $default:expr $(, in $range:expr)? $(, when $other:ident = $value:expr => $then:expr)?
                $(, scoring = $scoring:literal)?;
        )*
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a knob")]
        $vis struct $name {
            $(
                #[doc = concat!($($meaning),+)]
                $vis $key: $type,
            )*
        }

        #[allow(dead_code, clippy::cast_lossless, reason = "for presets, of which not every knob \
            is part; constants cannot convert otherwise")]
        impl $name {
            /// The knobs, in the order of their declaration.
            $vis const KNOBS: &'static [$crate::input::Knob] = &[
                $($crate::input::Knob {
                    key: stringify!($key),
                    kind: $crate::input::knobs!(@kind $type $(, $range)?),
                    default: Self::$key($default).1,
                    derived: $crate::input::knobs!(@derived $(Self::$other($value), Self::$key($then))?),
                    scoring: $crate::input::knobs!(@scoring $($scoring)?),
                    meaning: concat!($($meaning),+).trim_ascii(),
                },)*
            ];

            /// The default values. (A default that depends on another knob is as if that one had
            /// its default, too.)
            $vis const DEFAULTS: Self = Self { $($key: $default,)* };

            /// Returns the values of these knobs.
            ///
            /// # Panics
            /// If the settings belong to other knobs.
            $vis fn read(settings: &$crate::input::Settings) -> Self {
                Self { $($key: settings.read(stringify!($key)),)* }
            }

            $(
                #[doc = concat!("Returns the knob `", stringify!($key), "` with a value, for a preset.")]
                ///
                /// # Panics
                /// If the value is out of the knob's range.
                $vis const fn $key(value: $type) -> (&'static str, $crate::input::Value) {
                    let kind = $crate::input::knobs!(@kind $type $(, $range)?);
                    (stringify!($key), kind.checked($crate::input::knobs!(@value $type, value $(in $range)?)))
                }
            )*
        }
    };
}

/// Declares an enum whose variants a file names: the type of a knob.
///
/// ```
/// fairdeal_core::choices! {
///     /// Who begins.
///     pub enum Starter {
///         /// The winner of the last deal.
///         Winner = "winner",
///         /// Its loser.
///         Loser = "loser",
///     }
/// }
/// ```
///
/// Several enums may follow each other. After a semicolon comes a variant for a table, if a file may also give a number to each of some
/// keys ([`TableKeys`](crate::input::TableKeys), a constant): `; Table in KEYS`.
#[macro_export]
macro_rules! choices {
    (@kind [$($text:literal),+]) => { $crate::input::KnobKind::Choice(&[$($text),+]) };
    (@kind [$($text:literal),+] $keys:ident) => { $crate::input::KnobKind::ChoiceOrTable(&[$($text),+], &$keys) };
    ($($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $text:literal),+ $(,)?
        $(; $(#[$table_meta:meta])* $table:ident in $keys:ident)?
    })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $(
                $(#[$variant_meta])*
                #[doc = concat!("In files: `", $text, "`.")]
                $variant,
            )+
            $($(#[$table_meta])* $table([u8; $crate::input::MOST_KEYS]),)?
        }

        impl $name {
            /// The kind of a knob of this type.
            $vis const KIND: $crate::input::KnobKind = $crate::input::choices!(@kind [$($text),+] $($keys)?);

            /// Returns the choice as the value of a knob.
            $vis const fn value(self) -> $crate::input::Value {
                match self {
                    $(Self::$variant => $crate::input::Value::Choice($text),)+
                    $(Self::$table(numbers) => $crate::input::Value::Table(&$keys, numbers),)?
                }
            }
        }

        impl $crate::input::KnobType for $name {
            fn from_value(value: $crate::input::Value) -> Option<Self> {
                match value {
                    $($crate::input::Value::Choice($text) => Some(Self::$variant),)+
                    $($crate::input::Value::Table(_, numbers) => Some(Self::$table(numbers)),)?
                    _ => None,
                }
            }
        }
    )+};
}

#[doc(no_inline)]
pub use {choices, knobs};
