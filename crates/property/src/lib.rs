//! Property tests that are quick to compile: the macro [`proptest!`](macro@proptest) of this crate
//! replaces the one of the package `proptest`, whose runner is compiled anew for every test. Here
//! all tests share one.

use std::any::Any;
use std::fmt::{Debug, Formatter};

use proptest::strategy::{BoxedStrategy, Strategy};
use proptest::test_runner::{Config, TestCaseResult, TestRunner, contextualize_config};

/// Values of any type that a test was given.
struct Drawn(Box<dyn AnyValue>);

trait AnyValue: Any + Debug {}

impl<T: Any + Debug> AnyValue for T {}

impl Debug for Drawn {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

/// The place of a test, for its message and for the file in which failures are kept.
#[derive(Debug)]
pub struct Place {
    /// The name of the test, with its module.
    pub test: &'static str,
    /// The file of its source.
    pub file: &'static str,
    /// The names of the drawn values.
    pub names: &'static str,
}

/// Tests a property for values of a strategy.
///
/// # Panics
/// If the property does not hold for some values; the message shows the least ones.
pub fn check<S>(
    config: Config,
    place: &Place,
    strategy: S,
    test: impl Fn(S::Value) -> TestCaseResult,
) where
    S: Strategy + 'static,
    S::Value: 'static,
{
    let drawn = strategy.prop_map(|values| Drawn(Box::new(values))).boxed();
    run(config, place, &drawn, &|Drawn(values)| {
        let values: Box<dyn Any> = values;
        test(*values.downcast().expect("what this strategy gave"))
    });
}

fn run(
    config: Config,
    place: &Place,
    strategy: &BoxedStrategy<Drawn>,
    test: &dyn Fn(Drawn) -> TestCaseResult,
) {
    let mut config = contextualize_config(config);
    config.test_name = Some(place.test);
    config.source_file = Some(place.file);
    let mut runner = TestRunner::new(config);
    if let Err(error) = runner.run(strategy, test) {
        panic!("{error}\nvalues of ({})\n{runner}", place.names);
    }
}

/// Declares property tests, as the macro of the package does: `fn name(value in strategy, other:
/// Type) { … }`.
#[macro_export]
macro_rules! proptest {
    (#![proptest_config($config:expr)] $($(#[$meta:meta])* fn $name:ident($($arguments:tt)+) $body:block)*) => {
        $(
            $(#[$meta])*
            fn $name() {
                $crate::proptest!(@draw [$config, stringify!($name), $body] [] [] $($arguments)+);
            }
        )*
    };
    (@draw $test:tt [$($known:pat,)*] [$($from:expr,)*] $name:ident: $type:ty $(, $($more:tt)*)?) => {
        $crate::proptest!(@draw $test [$($known,)* $name,] [$($from,)* proptest::arbitrary::any::<$type>(),] $($($more)*)?)
    };
    (@draw $test:tt [$($known:pat,)*] [$($from:expr,)*] $pattern:pat in $strategy:expr $(, $($more:tt)*)?) => {
        $crate::proptest!(@draw $test [$($known,)* $pattern,] [$($from,)* $strategy,] $($($more)*)?)
    };
    (@draw [$config:expr, $name:expr, $body:block] [$($pattern:pat,)+] [$($strategy:expr,)+]) => {
        $crate::check(
            $config,
            &$crate::Place { test: concat!(module_path!(), "::", $name), file: file!(), names: stringify!($($pattern),+) },
            ($($strategy,)+),
            |($($pattern,)+)| {
                $body;
                Ok(())
            },
        )
    };
    ($($tests:tt)*) => {
        $crate::proptest! { #![proptest_config(proptest::test_runner::Config::default())] $($tests)* }
    };
}
