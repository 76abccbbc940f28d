// Not part of the header: how a struct of options is read, whatever it is about.

use super::status::Status;
use std::mem::MaybeUninit;

/// The largest `struct_size` believed.
pub(super) const LARGEST: usize = 4096;

/// A struct of options: its first member is `struct_size`, and zero is every default.
///
/// # Safety
///
/// The type is `repr(C)`, starts with a `usize`, and any bytes are a value of it.
pub(super) unsafe trait Options: Copy {
    /// The sizes at which a caller's version of the struct may end: after the members of
    /// the first version, then after each member added since. The last is the size of the
    /// whole.
    const ENDS: &'static [usize];
}

/// Reads the options of a caller, whose header may be older or newer than this library.
///
/// # Errors
///
/// `ErrArgument` for a size that no version can have, and for wishes that this version
/// does not know.
///
/// # Safety
///
/// `options` is NULL or points to as many readable bytes as its first member says, if
/// that is at most 4096.
pub(super) unsafe fn read_options<T: Options>(options: *const T) -> Result<T, Status> {
    let mut known = MaybeUninit::<T>::zeroed();
    if !options.is_null() {
        let bytes = options.cast::<u8>();
        // SAFETY: a size stands at the start.
        let size = unsafe { bytes.cast::<usize>().read_unaligned() };
        if size > LARGEST || size < size_of::<T>() && !T::ENDS.contains(&size) {
            return Err(Status::ErrArgument);
        }
        // SAFETY: the caller vouches for `size` bytes.
        let given = unsafe { std::slice::from_raw_parts(bytes, size) };
        let (given, unknown) = given.split_at(size.min(size_of::<T>()));
        if unknown.iter().any(|&byte| byte != 0) {
            return Err(Status::ErrArgument);
        }
        // SAFETY: no more than the size of a T.
        unsafe {
            known
                .as_mut_ptr()
                .cast::<u8>()
                .copy_from(given.as_ptr(), given.len())
        };
    }
    // SAFETY: any bytes are a T, and all are initialised.
    Ok(unsafe { known.assume_init() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Wishes {
        struct_size: usize,
        first: u32,
        reserved: u32,
        later: u64,
    }

    // SAFETY: repr(C), starts with a size, and all members are integers.
    unsafe impl Options for Wishes {
        const ENDS: &'static [usize] = &[16, 24];
    }

    fn read(words: &[u64]) -> Result<Wishes, Status> {
        // SAFETY: no test says more bytes than it has, or more than are believed.
        unsafe { read_options(words.as_ptr().cast()) }
    }

    #[test]
    fn sizes_and_defaults() {
        // SAFETY: NULL is allowed.
        let none = unsafe { read_options::<Wishes>(std::ptr::null()) };
        assert_eq!(
            none,
            Ok(Wishes {
                struct_size: 0,
                first: 0,
                reserved: 0,
                later: 0
            })
        );
        let all = Wishes {
            struct_size: 24,
            first: 7,
            reserved: 0,
            later: 9,
        };
        assert_eq!(read(&[24, 7, 9]), Ok(all));
        // An older caller's struct ends before the later member, which is not read.
        assert_eq!(
            read(&[16, 7]),
            Ok(Wishes {
                struct_size: 16,
                later: 0,
                ..all
            })
        );
        // A newer caller's has more, which must be zero.
        assert_eq!(
            read(&[40, 7, 9, 0, 0]),
            Ok(Wishes {
                struct_size: 40,
                ..all
            })
        );
        assert_eq!(read(&[40, 7, 9, 0, 1 << 56]), Err(Status::ErrArgument));
        for size in [0, 8, 15, 17, 20, 23, 4097, u64::MAX] {
            assert_eq!(read(&[size, 0, 0]), Err(Status::ErrArgument), "{size}");
        }
        let mut largest = [0; 512];
        largest[0] = 4096;
        assert!(read(&largest).is_ok());
    }
}
