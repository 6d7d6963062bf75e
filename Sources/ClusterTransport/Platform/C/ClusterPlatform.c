#if defined(__linux__)
#define _GNU_SOURCE
#elif !defined(__APPLE__)
#error "ClusterPlatform knows Linux and Darwin; teach it this system first"
#endif

#include "ClusterPlatform.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#else
#include <sys/event.h>
#endif

static int add_actions(posix_spawn_file_actions_t *actions, const char *directory,
                       const char *log) {
  int error = posix_spawn_file_actions_addopen(actions, 0, "/dev/null", O_RDONLY, 0);
  if (!error)
    error =
        posix_spawn_file_actions_addopen(actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (!error) error = posix_spawn_file_actions_adddup2(actions, 1, 2);
  if (!error) error = posix_spawn_file_actions_addchdir_np(actions, directory);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
  if (!error) error = posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
  return error;
}

static int add_attributes(posix_spawnattr_t *attributes) {
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
#if defined(__APPLE__)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  sigset_t none, defaults;
  sigemptyset(&none);
  sigemptyset(&defaults);
  const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXFSZ, SIGCHLD};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaddset(&defaults, signals[i]);
  int error = posix_spawnattr_setflags(attributes, flags);
  if (!error) error = posix_spawnattr_setpgroup(attributes, 0);
  if (!error) error = posix_spawnattr_setsigdefault(attributes, &defaults);
  if (!error) error = posix_spawnattr_setsigmask(attributes, &none);
  return error;
}

int cluster_spawn(pid_t *process, const char *program, char *const arguments[],
                  char *const environment[], const char *directory, const char *log) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int error = posix_spawn_file_actions_init(&actions);
  if (error) return error;
  error = posix_spawnattr_init(&attributes);
  if (error) {
    posix_spawn_file_actions_destroy(&actions);
    return error;
  }
  error = add_actions(&actions, directory, log);
  if (!error) error = add_attributes(&attributes);
  if (!error)
    error = posix_spawnp(process, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

int cluster_has_ended(pid_t process) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid(P_PID, (id_t)process, &info, WEXITED | WNOHANG | WNOWAIT) != 0) return -errno;
  return info.si_pid == process;
}

int cluster_process_descriptor(pid_t process) {
#if defined(__linux__)
#if defined(SYS_pidfd_open)
  return (int)syscall(SYS_pidfd_open, process, 0);
#else
  return -1;
#endif
#else
  int queue = kqueue();
  if (queue < 0) return -1;
  fcntl(queue, F_SETFD, FD_CLOEXEC);
  struct kevent change;
  EV_SET(&change, process, EVFILT_PROC, EV_ADD, NOTE_EXIT, 0, NULL);
  if (kevent(queue, &change, 1, NULL, 0, NULL) == 0) return queue;
  close(queue);
  return -1;
#endif
}

int cluster_accept(int listener) {
#if defined(__linux__)
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC);
#else
  int socket = accept(listener, NULL, NULL);
  if (socket >= 0) {
    int yes = 1;
    fcntl(socket, F_SETFD, FD_CLOEXEC);
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
  }
  return socket;
#endif
}

int cluster_unix_socket(void) {
#if defined(__linux__)
  return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
#else
  int made = socket(AF_UNIX, SOCK_STREAM, 0);
  if (made >= 0) {
    int yes = 1;
    fcntl(made, F_SETFD, FD_CLOEXEC);
    setsockopt(made, SOL_SOCKET, SO_NOSIGPIPE, &yes, sizeof yes);
  }
  return made;
#endif
}

static int address_of(const char *path, struct sockaddr_un *address) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) return ENAMETOOLONG;
  strcpy(address->sun_path, path);
  return 0;
}

int cluster_bind(int socket, const char *path) {
  struct sockaddr_un address;
  int error = address_of(path, &address);
  if (error) return error;
  return bind(socket, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
}

int cluster_connect(int socket, const char *path) {
  struct sockaddr_un address;
  int error = address_of(path, &address);
  if (error) return error;
  return connect(socket, (struct sockaddr *)&address, sizeof address) == 0 ? 0 : errno;
}

static struct timeval interval(int milliseconds) {
  struct timeval value = {milliseconds / 1000, (milliseconds % 1000) * 1000};
  return value;
}

int cluster_set_timeouts(int socket, int receive_milliseconds, int send_milliseconds) {
  struct timeval receive = interval(receive_milliseconds), send = interval(send_milliseconds);
  if (setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &receive, sizeof receive) != 0) return errno;
  if (setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &send, sizeof send) != 0) return errno;
  return 0;
}

ssize_t cluster_send(int socket, const void *bytes, size_t count) {
#if defined(__linux__)
  return send(socket, bytes, count, MSG_NOSIGNAL);
#else
  return send(socket, bytes, count, 0);
#endif
}

int cluster_current_core(void) {
#if defined(__linux__)
  return sched_getcpu();
#else
  return -1;
#endif
}

int cluster_get_cores(pid_t process, cluster_cores *cores) {
#if defined(__linux__)
  _Static_assert(sizeof(cluster_cores) == sizeof(cpu_set_t), "cpu_set_t has another size here");
  return sched_getaffinity(process, sizeof *cores, (cpu_set_t *)cores) == 0 ? 0 : errno;
#else
  (void)process, (void)cores;
  return ENOTSUP;
#endif
}

int cluster_set_cores(pid_t process, const cluster_cores *cores) {
#if defined(__linux__)
  return sched_setaffinity(process, sizeof *cores, (const cpu_set_t *)cores) == 0 ? 0 : errno;
#else
  (void)process, (void)cores;
  return ENOTSUP;
#endif
}

void cluster_only_core(int core, cluster_cores *cores) {
  memset(cores, 0, sizeof *cores);
#if defined(__linux__)
  if (core >= 0) CPU_SET((size_t)core, (cpu_set_t *)cores);
#else
  (void)core;
#endif
}

// Signal handlers belong to the whole process, so what they touch does too.
static atomic_int noticed, wake_descriptor = -1, is_installed;
static const int watched[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
enum { watched_count = sizeof watched / sizeof *watched };

// Whoever starts a program with one of these ignored means it to go on: nohup says so of a terminal
// that is left, and a shell without job control of the keys of a terminal that its background jobs
// share. SIGTERM is sent to this process alone, and always ends it.
static int may_stay_ignored(int signal) {
  return signal == SIGHUP || signal == SIGINT || signal == SIGQUIT;
}

static struct sigaction before[watched_count];

static int ending_status;

static void end_at_once(int signal) {
  (void)signal;
  _exit(ending_status);
}

// A program that is started from a thread that takes no signals has them blocked. Unlike being
// ignored, that is nobody's wish.
static void unblock_watched(void) {
  sigset_t set;
  sigemptyset(&set);
  for (int i = 0; i < watched_count; i++) sigaddset(&set, watched[i]);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void cluster_end_on_signals(int status) {
  ending_status = status;
  for (int i = 0; i < watched_count; i++) {
    struct sigaction action, old;
    if (watched[i] == SIGPIPE) continue;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = end_at_once;
    sigaction(watched[i], NULL, &old);
    if (may_stay_ignored(watched[i]) && old.sa_handler == SIG_IGN) continue;
    sigaction(watched[i], &action, NULL);
  }
  unblock_watched();
}

void cluster_have_writes_fail(void) {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

void cluster_have_writes_end_process(void) {
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
}

int cluster_limit_file_size(long bytes) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0) return errno;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= (rlim_t)bytes) return 0;
  limit.rlim_cur = (rlim_t)bytes;
  return setrlimit(RLIMIT_FSIZE, &limit) == 0 ? 0 : errno;
}

int cluster_hold_standard_descriptors(void) {
  for (int number = 0; number <= 2; number++) {
    if (fcntl(number, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one, since those below it are open by now.
    if (open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) < 0) return errno;
  }
  return 0;
}

long cluster_raise_descriptor_limit(long wanted) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return -1;
  if (limit.rlim_cur != RLIM_INFINITY && (long)limit.rlim_cur < wanted) {
    rlim_t before = limit.rlim_cur;
    int has_room = limit.rlim_max == RLIM_INFINITY || (long)limit.rlim_max >= wanted;
    limit.rlim_cur = has_room ? (rlim_t)wanted : limit.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return (long)before;
  }
  return limit.rlim_cur == RLIM_INFINITY ? wanted : (long)limit.rlim_cur;
}

static void notice(int signal) {
  int saved = errno;
  atomic_store(&noticed, signal);
  // A full pipe already wakes the reader, so a failed write loses nothing.
  if (write(atomic_load(&wake_descriptor), "", 1) < 0) {
  }
  errno = saved;
}

int cluster_notice_signals(int wake) {
  if (atomic_exchange(&is_installed, 1)) return EBUSY;
  atomic_store(&noticed, 0);
  atomic_store(&wake_descriptor, wake);
  for (int i = 0; i < watched_count; i++) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = watched[i] == SIGPIPE ? SIG_IGN : notice;
    sigaction(watched[i], &action, &before[i]);
    if (may_stay_ignored(watched[i]) && before[i].sa_handler == SIG_IGN)
      sigaction(watched[i], &before[i], NULL);
  }
  return 0;
}

int cluster_noticed_signal(void) { return atomic_load(&noticed); }

void cluster_stop_noticing_signals(void) {
  if (!atomic_load(&is_installed)) return;
  for (int i = 0; i < watched_count; i++) sigaction(watched[i], &before[i], NULL);
  atomic_store(&wake_descriptor, -1);
  atomic_store(&noticed, 0);
  atomic_store(&is_installed, 0);
}

int cluster_die_with_parent(void) {
#if defined(__linux__)
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 ? 0 : errno;
#else
  return ENOTSUP;
#endif
}

int cluster_exit_meaning(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

int cluster_open(const char *path, int flags, mode_t mode) {
  return open(path, flags | O_CLOEXEC, mode);
}
