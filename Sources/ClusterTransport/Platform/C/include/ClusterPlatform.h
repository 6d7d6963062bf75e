#ifndef CLUSTER_PLATFORM_H
#define CLUSTER_PLATFORM_H

#include <sys/types.h>

// What the Swift module of the C library lacks or cannot express. No rule of the
// cluster stands here; ClusterTransport/Platform is the only caller.

// Starts a program and returns 0, or an errno number. Standard input is /dev/null,
// standard output and error are appended to `log`, every other descriptor is closed,
// signals are at their defaults, and the process leads a group of its own, so that a
// terminal's Ctrl-C reaches the coordinator only.
int cluster_spawn(pid_t *process, const char *program, char *const arguments[],
                  char *const environment[], const char *directory, const char *log);

// Whether the process has ended, without reaping it: 1, 0, or a negative errno number.
int cluster_has_ended(pid_t process);

// A descriptor that poll(2) finds readable once the process has ended; -1 where the
// system has none.
int cluster_process_descriptor(pid_t process);

// accept(2) with close-on-exec; -1 with errno.
int cluster_accept(int listener);

// A stream socket of the Unix domain, close-on-exec, without SIGPIPE; -1 with errno.
int cluster_unix_socket(void);

// bind(2) and connect(2) to a path; 0, or an errno number.
int cluster_bind(int socket, const char *path);
int cluster_connect(int socket, const char *path);

// How long a receive and a send may block; 0 for ever. 0, or an errno number.
int cluster_set_timeouts(int socket, int receive_milliseconds, int send_milliseconds);

// send(2) without SIGPIPE; -1 with errno.
ssize_t cluster_send(int socket, const void *bytes, size_t count);

// A set of processor cores, as the system's scheduler has it.
typedef struct {
  unsigned char bits[128];
} cluster_cores;

// The core the caller runs on; -1 where the system does not say.
int cluster_current_core(void);
// Process 0 is the caller. 0, or an errno number (ENOTSUP where the system has none).
int cluster_get_cores(pid_t process, cluster_cores *cores);
int cluster_set_cores(pid_t process, const cluster_cores *cores);
void cluster_only_core(int core, cluster_cores *cores);

// Notes SIGINT, SIGTERM, SIGHUP and SIGQUIT (the last two stay ignored where they were) from
// now on, and ignores SIGPIPE. Each signal writes a byte to `wake`. 0, or EBUSY.
int cluster_notice_signals(int wake);
// The last signal noticed; 0 for none.
int cluster_noticed_signal(void);
// Puts back what was there before.
void cluster_stop_noticing_signals(void);

// Has the same signals end the process with `status` while nobody notices them. They are not
// blocked any more, whoever started this process.
void cluster_end_on_signals(int status);

// A write that nobody reads (SIGPIPE) or that a file has no room for (SIGXFSZ) fails, and
// ends nothing.
void cluster_have_writes_fail(void);

// Undoes that, for a program that this process becomes.
void cluster_have_writes_end_process(void);

// No file may grow longer through this process and what it becomes; a lower limit stays. 0 or
// an errno.
int cluster_limit_file_size(long bytes);

// Opens /dev/null for standard input, output and error where they are closed, the wrong way
// round, so that their use fails and no other file gets their numbers. 0, or an errno number.
int cluster_hold_standard_descriptors(void);

// Lets this process open at least `wanted` descriptors at a time, if it may; how many it may
// open now, -1 where the system does not say.
long cluster_raise_descriptor_limit(long wanted);

// Has the system kill this process when its parent dies. 0, or an errno number.
int cluster_die_with_parent(void);

// WIFEXITED and its kin: the exit status, or the negative number of the signal.
int cluster_exit_meaning(int status);

// open(2) with close-on-exec; -1 with errno.
int cluster_open(const char *path, int flags, mode_t mode);

#endif
