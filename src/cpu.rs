//! The instruction sets: which of them this CPU has, and the engine made for each.

use crate::search::{Jobs, Order, new_boxed_stacks, new_stacks, search};
use crate::simd::Rows;
use crate::simd::portable::Portable;
#[cfg(target_arch = "x86_64")]
use crate::simd::{avx2::Avx2, avx512::Avx512, sse2::Sse2};
use std::ffi::CStr;
use std::sync::atomic::{AtomicU8, Ordering};

/// An instruction set that there is an engine for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Backend {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Sse2,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
    Neon,
}

/// One instruction set: its CPU features, written once for detection and for code
/// generation; the vector for one board; and the vector for many.
macro_rules! instruction_set {
    ($module:ident: [$($feature:tt)*], $detect:ident, $one:ty, $many:ty) => {
        mod $module {
            use super::*;

            pub(super) fn is_detected() -> bool {
                true $(&& std::arch::$detect!($feature))*
            }

            $(#[target_feature(enable = $feature)])*
            pub(super) fn search_one(jobs: &mut dyn Jobs, order: Order) -> u64 {
                search::<$one>(jobs, order, &mut new_stacks::<{ <$one>::BOARDS }>())
            }

            $(#[target_feature(enable = $feature)])*
            pub(super) fn search_many(jobs: &mut dyn Jobs) {
                // On the heap: four stacks are more than a call may take of the caller's.
                search::<$many>(jobs, Order::Any, &mut new_boxed_stacks(<$many>::BOARDS));
            }
        }
    };
}

instruction_set! { portable: [], is_x86_feature_detected, Portable, Portable }
#[cfg(target_arch = "x86_64")]
instruction_set! { sse2: ["sse2"], is_x86_feature_detected, Sse2, Sse2 }
#[cfg(target_arch = "x86_64")]
instruction_set! {
    avx2: ["avx2" "bmi1" "bmi2" "lzcnt" "popcnt"], is_x86_feature_detected, Avx2, Avx2
}
// One board alone has no use for four places; with three-input logic and twice the
// registers the 256-bit vectors are as fast a pass.
#[cfg(target_arch = "x86_64")]
instruction_set! {
    avx512: ["avx512f" "avx512vl" "avx512bw" "avx512dq" "avx2" "bmi1" "bmi2" "lzcnt" "popcnt"],
    is_x86_feature_detected, Avx2, Avx512
}
#[cfg(all(target_arch = "aarch64", target_endian = "little"))]
instruction_set! {
    neon: ["neon"], is_aarch64_feature_detected, crate::simd::neon::Neon, crate::simd::neon::Neon
}

/// Calls a function of the module of a backend.
macro_rules! dispatch {
    ($backend:expr, $function:ident($($argument:expr),*)) => {{
        assert!($backend.is_detected());
        match $backend {
            Backend::Portable => portable::$function($($argument),*),
            // SAFETY: the CPU has the instructions, as for all that follow.
            #[cfg(target_arch = "x86_64")]
            Backend::Sse2 => unsafe { sse2::$function($($argument),*) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => unsafe { avx2::$function($($argument),*) },
            // SAFETY: likewise.
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => unsafe { avx512::$function($($argument),*) },
            // SAFETY: likewise.
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Backend::Neon => unsafe { neon::$function($($argument),*) },
        }
    }};
}

impl Backend {
    /// Every backend of this architecture, lowest first, each faster than those before it
    /// where the CPU has it.
    pub(crate) const ALL: &[Backend] = &[
        Backend::Portable,
        #[cfg(target_arch = "x86_64")]
        Backend::Sse2,
        #[cfg(target_arch = "x86_64")]
        Backend::Avx2,
        #[cfg(target_arch = "x86_64")]
        Backend::Avx512,
        #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
        Backend::Neon,
    ];

    /// The name that the C interface uses.
    pub(crate) fn name(self) -> &'static CStr {
        match self {
            Backend::Portable => c"portable",
            #[cfg(target_arch = "x86_64")]
            Backend::Sse2 => c"sse2",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => c"avx2",
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => c"avx512",
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Backend::Neon => c"neon",
        }
    }

    /// Does this CPU have it?
    pub(crate) fn is_detected(self) -> bool {
        match self {
            Backend::Portable => portable::is_detected(),
            #[cfg(target_arch = "x86_64")]
            Backend::Sse2 => sse2::is_detected(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2 => avx2::is_detected(),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512 => avx512::is_detected(),
            #[cfg(all(target_arch = "aarch64", target_endian = "little"))]
            Backend::Neon => neon::is_detected(),
        }
    }

    /// The backend in use: the highest that the CPU has and that `SUDOKU_MAX_BACKEND`
    /// allows. Decided once; threads that race to it decide the same.
    pub(crate) fn in_use() -> Backend {
        // The place in ALL plus 1; 0 before the decision.
        static DECISION: AtomicU8 = AtomicU8::new(0);
        let decided = usize::from(DECISION.load(Ordering::Relaxed));
        if let Some(&backend) = decided
            .checked_sub(1)
            .and_then(|place| Self::ALL.get(place))
        {
            return backend;
        }
        let place = Self::decide();
        DECISION.store(place as u8 + 1, Ordering::Relaxed);
        Self::ALL[place]
    }

    #[cold]
    fn decide() -> usize {
        // SAFETY: the name is a C string. As the header says, the environment is not
        // changed meanwhile.
        let wish = unsafe { libc::getenv(c"SUDOKU_MAX_BACKEND".as_ptr()) };
        // SAFETY: not NULL, so a C string of the environment.
        let wish = (!wish.is_null()).then(|| unsafe { CStr::from_ptr(wish) });
        let last = Self::ALL.len() - 1;
        let highest = Self::ALL
            .iter()
            .position(|backend| Some(backend.name()) == wish);
        (0..=highest.unwrap_or(last))
            .rfind(|&place| Self::ALL[place].is_detected())
            .unwrap_or(0)
    }

    /// Searches boards one after another, with nothing allocated; see [`search`].
    pub(crate) fn search_one(self, jobs: &mut dyn Jobs, order: Order) -> u64 {
        dispatch!(self, search_one(jobs, order))
    }

    /// Searches many boards in any order; allocates the stacks.
    pub(crate) fn search_many(self, jobs: &mut dyn Jobs) {
        dispatch!(self, search_many(jobs))
    }
}
