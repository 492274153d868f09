/*
 * Stands between a program and the C library (LD_PRELOAD), and lets the n-th file operation below a folder go wrong, or the n-th
 * allocation of SQLite. The program arms it by asking for access to a place that does not exist: /idiograph-fault/MODE/NUMBER.
 *
 *   count  nothing goes wrong
 *   once   operation n has an error of the disk
 *   gone   operation n and all later ones have: a network drive that is lost
 *   full   from the n-th operation on that needs room there is none; a write writes half first
 *   kill   the process is killed before operation n
 *   power  the same, and what was written or renamed and not synced is undone: the power supply is lost
 *   alloc  allocation n of SQLite gives no memory
 *   off    ends it, and writes the numbers that were counted into the file $FAULT_COUNTS
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum mode { OFF, COUNT, ONCE, GONE, FULL, KILL, POWER, ALLOC };
static const char *const modes[] = {"off", "count", "once", "gone", "full", "kill", "power", "alloc"};
static _Atomic int mode;
static atomic_long target, seen, needing_room, allocated;
static unsigned char ours[65536];
static uintptr_t sqlite_from, sqlite_to;

#define REAL(result, name, ...)                                    \
  static result (*real)(__VA_ARGS__);                              \
  if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name)

/* What a lost power supply undoes. */
struct undo {
  struct undo *before;
  ino_t file;
  int fd;
  off_t at, size;
  ssize_t length;
  char bytes[];
};
static struct undo *undos;

static int below(const char *path);

static void remember(int fd, off_t at, size_t length) {
  struct stat facts;
  if (mode != POWER || fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  struct undo *made = calloc(1, sizeof *made + length);
  made->fd = syscall(SYS_openat, AT_FDCWD, link, O_RDWR | O_CLOEXEC);
  made->file = facts.st_ino;
  made->at = at < 0 ? facts.st_size : at;
  made->size = facts.st_size;
  made->length = syscall(SYS_pread64, made->fd, made->bytes, length, made->at);
  made->before = undos;
  undos = made;
}

/* A name that was given and that the folder of which was not synced. */
struct given {
  struct given *before;
  ino_t folder;
  char *from, *to;
  ssize_t length; /* of what had the name before; -1: nothing had it */
  char *bytes;
};
static struct given *names;

static ino_t folder_of(const char *path) {
  char folder[PATH_MAX];
  struct stat facts;
  snprintf(folder, sizeof folder, "%s", path);
  char *end = strrchr(folder, '/');
  if (end) *end = 0;
  return fstatat(AT_FDCWD, folder, &facts, 0) == 0 ? facts.st_ino : 0;
}

static void remember_name(const char *from, const char *to) {
  struct stat facts;
  if (mode != POWER || !below(to)) return;
  struct given *made = calloc(1, sizeof *made);
  made->folder = folder_of(to);
  made->from = strdup(from);
  made->to = strdup(to);
  int fd = syscall(SYS_openat, AT_FDCWD, to, O_RDONLY | O_CLOEXEC);
  made->length = fd < 0 || fstat(fd, &facts) != 0 ? -1 : facts.st_size;
  if (made->length > 0) made->length = syscall(SYS_pread64, fd, made->bytes = malloc(made->length), made->length, 0);
  if (fd >= 0) syscall(SYS_close, fd);
  made->before = names;
  names = made;
}

static void take_names_back(void) {
  for (struct given *each = names; each; each = each->before) {
    if (each->folder == 0) continue;
    syscall(SYS_renameat2, AT_FDCWD, each->to, AT_FDCWD, each->from, 0);
    if (each->length < 0) continue;
    int fd = syscall(SYS_openat, AT_FDCWD, each->to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    syscall(SYS_write, fd, each->bytes, each->length);
    syscall(SYS_close, fd);
  }
}

static void keep_synced(int fd) {
  struct stat facts;
  if (mode != POWER || fstat(fd, &facts) != 0) return;
  for (struct given *each = names; each; each = each->before)
    if (each->folder == facts.st_ino) each->folder = 0;
  for (struct undo *each = undos; each; each = each->before)
    if (each->file == facts.st_ino) each->file = 0;
}

static void lose_power(void) {
  for (struct undo *each = undos; each; each = each->before) {
    if (each->file == 0 || each->fd < 0) continue;
    if (each->length > 0) syscall(SYS_pwrite64, each->fd, each->bytes, each->length, each->at);
    syscall(SYS_ftruncate, each->fd, each->size);
  }
  take_names_back();
}

/* The error of this operation; 0: it may be done. */
static int hit(int needs_room) {
  if (mode == OFF || mode == ALLOC) return 0;
  long n = atomic_fetch_add(&seen, 1) + 1, room = needs_room ? atomic_fetch_add(&needing_room, 1) + 1 : 0;
  if (mode == ONCE) return n == target ? EIO : 0;
  if (mode == GONE) return n >= target ? EIO : 0;
  if (mode == FULL) return room > 0 && room >= target ? ENOSPC : 0;
  if ((mode == KILL || mode == POWER) && n == target) {
    if (mode == POWER) lose_power();
    kill(getpid(), SIGKILL);
    pause();
  }
  return 0;
}

static int below(const char *path) {
  static const char *folder;
  if (!folder) folder = getenv("FAULT_FOLDER");
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static int is_ours(int fd) { return fd >= 0 && fd < (int)sizeof ours && ours[fd]; }

#define FAIL_IF(concerned, needs_room)            \
  do {                                            \
    int failure = (concerned) ? hit(needs_room) : 0; \
    if (failure) {                                \
      errno = failure;                            \
      return -1;                                  \
    }                                             \
  } while (0)

static int find_sqlite(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size, (void)data;
  if (!strstr(info->dlpi_name, "node_sqlite3")) return 0;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_X)) continue;
    sqlite_from = info->dlpi_addr + part->p_vaddr;
    sqlite_to = sqlite_from + part->p_memsz;
  }
  return 1;
}

static void arm(const char *asked) {
  char name[16] = "";
  long number = 0;
  sscanf(asked, "/idiograph-fault/%15[a-z]/%ld", name, &number);
  mode = OFF;
  for (int i = 0; i < (int)(sizeof modes / sizeof *modes); i++) {
    if (strcmp(name, modes[i]) != 0) continue;
    if (i != OFF) {
      dl_iterate_phdr(find_sqlite, NULL);
      seen = needing_room = allocated = 0;
      target = number;
      mode = i;
      return;
    }
    char text[100];
    int length = snprintf(text, sizeof text, "[%ld,%ld,%ld]", (long)seen, (long)needing_room, (long)allocated);
    int fd = syscall(SYS_openat, AT_FDCWD, getenv("FAULT_COUNTS"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    syscall(SYS_write, fd, text, length);
    syscall(SYS_close, fd);
  }
}

int access(const char *path, int how) {
  REAL(int, access, const char *, int);
  if (strncmp(path, "/idiograph-fault/", 17) == 0) {
    arm(path);
    return 0;
  }
  FAIL_IF(below(path), 0);
  return real(path, how);
}

#define OPEN(name)                                             \
  int name(const char *path, int flags, ...) {                 \
    REAL(int, name, const char *, int, ...);                   \
    va_list rest;                                              \
    va_start(rest, flags);                                     \
    mode_t given = va_arg(rest, mode_t);                       \
    va_end(rest);                                              \
    FAIL_IF(below(path), flags &O_CREAT);                      \
    int fd = real(path, flags, given);                         \
    if (fd >= 0 && fd < (int)sizeof ours) ours[fd] = below(path); \
    return fd;                                                 \
  }
OPEN(open)
OPEN(open64)

int close(int fd) {
  REAL(int, close, int);
  if (is_ours(fd)) ours[fd] = 0;
  return real(fd);
}

#define OF_PATH(name, needs_room, parameters, passed) \
  int name parameters {                               \
    static int(*real) parameters;                     \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name); \
    FAIL_IF(below(path), needs_room);                 \
    return real passed;                               \
  }
OF_PATH(unlink, 0, (const char *path), (path))
OF_PATH(rmdir, 0, (const char *path), (path))
OF_PATH(mkdir, 1, (const char *path, mode_t given), (path, given))
OF_PATH(link, 1, (const char *path, const char *to), (path, to))
OF_PATH(stat, 0, (const char *path, struct stat *facts), (path, facts))
OF_PATH(lstat, 0, (const char *path, struct stat *facts), (path, facts))
OF_PATH(stat64, 0, (const char *path, struct stat64 *facts), (path, facts))
OF_PATH(lstat64, 0, (const char *path, struct stat64 *facts), (path, facts))
OF_PATH(scandir64, 0,
        (const char *path, struct dirent64 ***names, int (*filter)(const struct dirent64 *),
         int (*compare)(const struct dirent64 **, const struct dirent64 **)),
        (path, names, filter, compare))

int statx(int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict facts) {
  REAL(int, statx, int, const char *restrict, int, unsigned, struct statx *restrict);
  FAIL_IF(path[0] ? below(path) : is_ours(folder), 0);
  return real(folder, path, flags, mask, facts);
}

/* libuv asks for facts of files by the number of the call. */
long syscall(long number, ...) {
  REAL(long, syscall, long, ...);
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_statx) FAIL_IF(*(const char *)b ? below((const char *)b) : is_ours((int)a), 0);
  return real(number, a, b, c, d, e, f);
}

int rename(const char *path, const char *to) {
  REAL(int, rename, const char *, const char *);
  FAIL_IF(below(path), 0);
  remember_name(path, to);
  return real(path, to);
}

#define OF_FILE(result, name, needs_room, before, parameters, passed) \
  result name parameters {                                   \
    static result(*real) parameters;                         \
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);    \
    FAIL_IF(is_ours(fd), needs_room);                        \
    if (mode == POWER && is_ours(fd)) before;                \
    return real passed;                                      \
  }
OF_FILE(ssize_t, read, 0, (void)0, (int fd, void *to, size_t length), (fd, to, length))
OF_FILE(ssize_t, pread, 0, (void)0, (int fd, void *to, size_t length, off_t at), (fd, to, length, at))
OF_FILE(ssize_t, pread64, 0, (void)0, (int fd, void *to, size_t length, off64_t at), (fd, to, length, at))
OF_FILE(ssize_t, readv, 0, (void)0, (int fd, const struct iovec *to, int count), (fd, to, count))
OF_FILE(ssize_t, preadv, 0, (void)0, (int fd, const struct iovec *to, int count, off_t at), (fd, to, count, at))
OF_FILE(ssize_t, preadv64, 0, (void)0, (int fd, const struct iovec *to, int count, off64_t at), (fd, to, count, at))
OF_FILE(int, fsync, 0, keep_synced(fd), (int fd), (fd))
OF_FILE(int, fdatasync, 0, keep_synced(fd), (int fd), (fd))
OF_FILE(int, ftruncate, 0, remember(fd, length, 1 << 20), (int fd, off_t length), (fd, length))
OF_FILE(int, ftruncate64, 0, remember(fd, length, 1 << 20), (int fd, off64_t length), (fd, length))
OF_FILE(int, fchmod, 0, (void)0, (int fd, mode_t given), (fd, given))

/* A full disk takes the first half of the write that fills it. */
static ssize_t write_half(int fd, const void *bytes, size_t length, off_t at) {
  if (length < 2 || needing_room != target) return -1;
  return at < 0 ? syscall(SYS_write, fd, bytes, length / 2) : syscall(SYS_pwrite64, fd, bytes, length / 2, at);
}

static ssize_t put(int fd, const void *bytes, size_t length, off_t at) {
  int failure = is_ours(fd) ? hit(1) : 0;
  if (failure == ENOSPC && write_half(fd, bytes, length, at) > 0) return (ssize_t)(length / 2);
  if (failure) {
    errno = failure;
    return -1;
  }
  if (is_ours(fd)) remember(fd, at < 0 && !(fcntl(fd, F_GETFL) & O_APPEND) ? lseek(fd, 0, SEEK_CUR) : at, length);
  return at < 0 ? syscall(SYS_write, fd, bytes, length) : syscall(SYS_pwrite64, fd, bytes, length, at);
}
ssize_t write(int fd, const void *bytes, size_t length) { return put(fd, bytes, length, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return put(fd, bytes, length, at); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) { return put(fd, bytes, length, at); }

static int failing_allocation(void *caller) {
  if (mode != ALLOC || (uintptr_t)caller < sqlite_from || (uintptr_t)caller >= sqlite_to) return 0;
  return atomic_fetch_add(&allocated, 1) + 1 == target;
}
extern void *__libc_malloc(size_t), *__libc_realloc(void *, size_t);
void *malloc(size_t size) { return failing_allocation(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *realloc(void *of, size_t size) {
  return failing_allocation(__builtin_return_address(0)) ? NULL : __libc_realloc(of, size);
}
