//! Files that survive a crash of the program or of the computer, and folders to which one run at a
//! time writes.

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use fairdeal_core::input::{may_pass, shown};

/// A file or folder of results that cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: cannot be written: {reason}")]
pub struct WriteError {
    /// The directory or file.
    path: String,
    /// Why not.
    reason: String,
    /// Whether trying again may help.
    again: bool,
}

impl WriteError {
    /// An error of the operating system.
    pub fn new(path: &Path, error: &io::Error) -> Self {
        let is_about_path = matches!(
            error.kind(),
            io::ErrorKind::NotFound | io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory
        );
        let reason =
            if is_about_path { dangling(path) } else { None }.unwrap_or_else(|| plain(error));
        Self { path: shown(path), reason, again: may_pass(error) }
    }

    /// An error that stays until something is changed.
    pub(super) fn lasting(path: &Path, reason: &str) -> Self {
        Self { path: shown(path), reason: reason.to_owned(), again: false }
    }

    /// Whether the same command may work another time, for example because the disk was full or did
    /// not answer.
    pub fn may_pass(&self) -> bool {
        self.again
    }
}

/// Refuses a path through a dangling link: writing there would replace the link, or go to an
/// unexpected place.
///
/// # Errors
/// When a part of the path is such a link.
pub fn check_link(path: &Path) -> Result<(), WriteError> {
    dangling(path).map_or(Ok(()), |reason| Err(WriteError::lasting(path, &reason)))
}

/// Names the part of a path that is a dangling link, if there is one.
fn dangling(path: &Path) -> Option<String> {
    let is_dangling = |part: &&Path| {
        part.is_symlink()
            && part.metadata().is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
    };
    let link = path.ancestors().filter(is_dangling).last()?;
    let target = std::fs::read_link(link).ok()?;
    let link = if link == path { "it".to_owned() } else { link.display().to_string() };
    Some(format!("{link} is a link to {}, which is not there", target.display()))
}

/// An error of the operating system in words that do not repeat the path.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "its folder is not there".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "a part of the path is a file".to_owned()
        }
        io::ErrorKind::ReadOnlyFilesystem => "the file system is read-only".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::QuotaExceeded => "the quota of disk space is used up".to_owned(),
        _ => error.to_string(),
    }
}

/// The end of a temporary name: as many letters and digits as `tempfile` draws.
const DRAWN: usize = 6;

/// Writes a file under a temporary name beside its final name. It is on the disk when this returns.
/// Temporary files are private by default, but every user may read results.
pub(super) fn temporary(path: &Path, content: &[u8]) -> io::Result<NamedTempFile> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
    let mut file = builder.prefix(&prefix).rand_bytes(DRAWN).tempfile_in(folder_of(path))?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// The final name of a temporary file, which a killed program may have left behind.
pub(super) fn meant_by(temporary: &str) -> Option<&str> {
    let (name, drawn) = temporary.strip_prefix('.')?.rsplit_once('.')?;
    (drawn.len() == DRAWN && drawn.chars().all(char::is_alphanumeric)).then_some(name)
}

/// Replaces a file, whole or not at all: it is first written under a temporary name beside it. It
/// is on the disk when this returns.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    temporary(path, content)?.persist(path).map_err(|error| error.error)?;
    sync_folder(folder_of(path))
}

/// Makes a new file, whole or not at all: it is first written under a temporary name beside it. It
/// is on the disk when this returns.
///
/// # Errors
/// When a file exists already, or none can be written.
pub fn create(path: &Path, content: &[u8]) -> io::Result<()> {
    temporary(path, content)?.persist_noclobber(path).map_err(|error| error.error)?;
    sync_folder(folder_of(path))
}

/// The folder that a file is in.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Waits until the names in a folder are on the disk. If folders cannot be opened, the system does
/// that by itself. So do file systems without such a request, for example some network file
/// systems.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error)
            if matches!(error.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// The file by which a run keeps a folder to itself.
const LOCK: &str = ".lock";

/// Reserves a folder for one run until it is dropped or the program ends, however it ends: the
/// operating system frees the lock.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// `None` if the file system has no locks.
    file: Option<File>,
}

/// Why a folder cannot be reserved.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another run writes to it now.
    #[error("{path}: another run writes its results here now\n  wait until it has ended, or let --out write elsewhere", path = shown(.0))]
    Busy(PathBuf),
    /// The file cannot be made.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl Lock {
    /// Reserves a folder, unless another run has it.
    ///
    /// # Errors
    /// When another run has it, or nothing can be written there.
    pub(super) fn take(folder: &Path) -> Result<Self, LockError> {
        let path = folder.join(LOCK);
        loop {
            let file =
                File::options().read(true).write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| WriteError::new(&path, &error))?;
            match file.try_lock() {
                // The run that had it has removed it since, and another run may have made it again.
                Ok(()) if !is_at(&file, &path) => {}
                Ok(()) => return Ok(Self { path, file: Some(file) }),
                Err(TryLockError::WouldBlock) => return Err(LockError::Busy(folder.to_owned())),
                Err(TryLockError::Error(_)) => return Ok(Self { path, file: None }),
            }
        }
    }

    /// Whether the folder was removed or moved, so that its path no longer leads to it.
    pub(super) fn is_lost(&self) -> bool {
        !folder_of(&self.path).is_dir()
            || self.file.as_ref().is_some_and(|file| !is_at(file, &self.path))
    }

    /// Whether the file system has locks. Some that are shared between computers have none.
    pub fn holds(&self) -> bool {
        self.file.is_some()
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is removed only if the system can check afterwards which file has the name. It
        // is removed while it is locked, so that a waiting run sees that it is gone. If the folder
        // was removed meanwhile, another run may have a file of the same name.
        if cfg!(unix) && self.file.as_ref().is_some_and(|file| is_at(file, &self.path)) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Whether this is still the file at this path.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().is_ok_and(|file| path.metadata().is_ok_and(|there| id(file) == id(there)))
}

/// Whether this is still the file at this path. On this system it is never removed.
#[cfg(not(unix))]
pub(super) fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folders of `/proc` are of a file system that refuses the request (EINVAL).
    #[cfg(target_os = "linux")]
    #[test]
    fn folders_that_cannot_be_synchronized_are_no_error() {
        let folder = Path::new("/proc/self");
        assert_eq!(
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| error.kind()),
            Err(io::ErrorKind::InvalidInput)
        );
        sync_folder(folder).expect("the name of a file there is as safe as it can be");
        assert_eq!(
            sync_folder(Path::new("/proc/nowhere")).map_err(|error| error.kind()),
            Err(io::ErrorKind::NotFound)
        );
    }

    #[test]
    fn a_new_file_is_there_whole_or_not_at_all() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.toml");
        create(&path, b"one").expect("there is none");
        assert_eq!(
            create(&path, b"another").map_err(|error| error.kind()),
            Err(io::ErrorKind::AlreadyExists)
        );
        assert_eq!(std::fs::read(&path).expect("a file"), b"one");
        assert_eq!(
            std::fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "no temporary file is left"
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_to_nothing_are_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let [link, there] = ["link", "there"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("nowhere", &link).expect("a link");
        std::os::unix::fs::symlink(".", &there).expect("a link");
        let told =
            |path: &Path| check_link(path).map_err(|error| (error.to_string(), error.may_pass()));
        let named = |path: &Path, part: &str| {
            Err((
                format!(
                    "{}: cannot be written: {part} is a link to nowhere, which is not there",
                    path.display()
                ),
                false,
            ))
        };
        assert_eq!(told(&link), named(&link, "it"));
        let inside = link.join("a/b");
        assert_eq!(told(&inside), named(&inside, &link.display().to_string()));
        assert_eq!(told(&there.join("a")), Ok(()), "a link to a folder is as good as the folder");
        let made = std::fs::create_dir_all(&inside).expect_err("it leads nowhere");
        assert_eq!(Err((WriteError::new(&inside, &made).to_string(), false)), told(&inside));
    }
}
