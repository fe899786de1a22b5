/* SPDX-License-Identifier: Apache-2.0 */
/* For a training program that Trainyard started: log scalars, report checkpoints, and do what the run is
 * asked to do. C99 or C++, POSIX, no dependencies. Copy this file. One source file of the program begins with
 *
 *     #define TRAINYARD_IMPLEMENTATION
 *     #include "trainyard.h"
 *
 * before any other header; the others include it alone.
 *
 *     trainyard_catch_stop();
 *     int64_t step = load(trainyard_resume_from()); // a file that this program reported before, or NULL
 *     while (step < steps && !trainyard_should_stop()) {
 *         trainyard_wait_while_paused();
 *         trainyard_log("loss", train(trainyard_learning_rate(0.1)), ++step);
 *         if (step % 1000 == 0 || trainyard_should_save() || trainyard_should_stop())
 *             trainyard_report_checkpoint(save(step), step);
 *     }
 *     trainyard_close();
 *
 * Trainyard names the folder for the logs in TRAINYARD_LOGDIR. Where that is not set, every call does nothing
 * and reports success. Scalars go to a TensorBoard event file in that folder. Every call writes whole
 * records, so that nothing is lost when the process is killed. A forked process writes a file of its own. One
 * thread at a time may call this, but for trainyard_should_stop(). */
#if defined(TRAINYARD_IMPLEMENTATION) && defined(__STRICT_ANSI__) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* -std=c99 hides what POSIX adds to C */
#endif
#ifndef TRAINYARD_H
#define TRAINYARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Longest tag, in bytes. */
#define TRAINYARD_MAX_TAG 1024

/* Whether Trainyard started this process: 0 or 1. */
int trainyard_is_active(void);

/* Records a value, as float32. `tag` is UTF-8. Returns 0 or an errno: EINVAL for a tag that is too long,
 * ENOSPC for a full disk, and what opening and writing a file may fail with. What was written before stays
 * readable. */
int trainyard_log(const char* tag, double value, int64_t step);

/* From here on SIGTERM, which asks a task to stop, no longer ends the process: trainyard_should_stop()
 * returns 1 then. A handler that was installed before is called as well. Trainyard kills a task that has not
 * ended after a grace period. Returns 0 or an errno. */
int trainyard_catch_stop(void);

/* Whether the run was asked to stop since trainyard_catch_stop(): 0 or 1. Any thread may ask. */
int trainyard_should_stop(void);

/* Reports a checkpoint that is completely written, a file or a folder. The run lists it with its size and
 * hash, and the next attempt gets the newest one from trainyard_resume_from(). It stays the program's:
 * Trainyard neither changes nor deletes it. Give each one a name of its own. Returns 0 or an errno: EINVAL
 * for a path that is no UTF-8 or too long. */
int trainyard_report_checkpoint(const char* path, int64_t step);

/* The checkpoint to continue from, as it was reported: the newest one that is intact, or the one that
 * `resume --from` names. NULL: there is none. */
const char* trainyard_resume_from(void);

/* Whether a checkpoint was asked for since the last call: 1 once for each time. */
int trainyard_should_save(void);

/* The learning rate that the run was changed to, or `otherwise`. In a program of several processes, as above,
 * ask in one of them and send the others its answer. */
double trainyard_learning_rate(double otherwise);

/* Returns at once, or once the run is to continue or to stop. Call it between two steps. */
void trainyard_wait_while_paused(void);

/* Closes the event file and restores the former handler of SIGTERM. Logging again opens another file. */
void trainyard_close(void);

#ifdef __cplusplus
}
#endif
#endif /* TRAINYARD_H */

#if defined(TRAINYARD_IMPLEMENTATION) && !defined(TRAINYARD_IMPLEMENTED)
#define TRAINYARD_IMPLEMENTED

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#if !defined(SA_RESTART) || !defined(CLOCK_REALTIME) || !defined(O_CLOEXEC)
#error \
    "trainyard.h needs POSIX.1-2008: where TRAINYARD_IMPLEMENTATION is defined, include it before any other header"
#endif

/* Longest text of a record: a path of PATH_MAX, escaped. */
#define TRAINYARD_IMPL_TEXT 9000

static struct {
    int file;      /* the event file, where `process` is not 0 */
    pid_t process; /* that opened it */
    unsigned opened;
} trainyard_impl_log;

static struct {
    int is_known; /* it was looked at before */
    ino_t inode;  /* of the file that was read */
    struct timespec written;
    int64_t order, save, saved;
    int is_paused, has_rate, is_given;
    double rate, given; /* asked for, and returned last */
    int64_t step;       /* the last one logged */
    int uses;           /* bits of what was reported as used */
} trainyard_impl_run;

static struct {
    volatile sig_atomic_t is_stopping;
    pid_t process; /* that catches SIGTERM, or 0 */
    struct sigaction former;
} trainyard_impl_stop;

static const char* trainyard_impl_folder(void) {
    const char* folder = getenv("TRAINYARD_LOGDIR");
    return folder != NULL && *folder != '\0' ? folder : NULL;
}

/* TFRecord's checksum: CRC-32C, rotated and with a constant added. */
static uint32_t trainyard_impl_masked_crc(const unsigned char* data, size_t size) {
    uint32_t crc = 0xFFFFFFFFu;
    for (size_t i = 0; i < size; ++i) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1u ? 0x82F63B78u : 0u);
    }
    crc = ~crc;
    return (crc >> 15 | crc << 17) + 0xA282EAD8u;
}

static unsigned char* trainyard_impl_little_endian(unsigned char* to, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) *to++ = (unsigned char)(value >> 8 * i);
    return to;
}

static unsigned char* trainyard_impl_varint(unsigned char* to, uint64_t value) {
    for (; value > 0x7F; value >>= 7) *to++ = (unsigned char)(value | 0x80);
    *to++ = (unsigned char)value;
    return to;
}

static unsigned char* trainyard_impl_bytes(unsigned char* to, const void* from, size_t size) {
    to = trainyard_impl_varint(to, size);
    memcpy(to, from, size);
    return to + size;
}

/* Writes one record: the length, its checksum, the event, its checksum. `record` has room for the length and
 * its checksum before the event and for a checksum after it. */
static int trainyard_impl_write(int file, unsigned char* record, unsigned char* end) {
    unsigned char* const event = record + 12;
    trainyard_impl_little_endian(record, (uint64_t)(end - event), 8);
    trainyard_impl_little_endian(record + 8, trainyard_impl_masked_crc(record, 8), 4);
    end = trainyard_impl_little_endian(end, trainyard_impl_masked_crc(event, (size_t)(end - event)), 4);
    const unsigned char* rest = record;
    while (rest < end) { /* a full disk cuts a write short, and the next one reports why */
        const ssize_t written = write(file, rest, (size_t)(end - rest));
        if (written >= 0) rest += written;
        if (written >= 0 || errno == EINTR) continue;
        const int problem = errno;
        /* Without the torn record readers find what comes after it. */
        const off_t start = lseek(file, -(off_t)(rest - record), SEEK_CUR);
        return start < 0 || ftruncate(file, start) != 0 ? errno : problem;
    }
    return 0;
}

/* The beginning of a tensorflow.Event: wall_time = 1 (double), step = 2 (int64). */
static unsigned char* trainyard_impl_event(unsigned char* to, int64_t step) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    const double seconds = (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
    uint64_t bits;
    memcpy(&bits, &seconds, sizeof bits);
    *to++ = 1 << 3 | 1;
    to = trainyard_impl_little_endian(to, bits, 8);
    *to++ = 2 << 3;
    return trainyard_impl_varint(to, (uint64_t)step);
}

/* Makes the folder and those above it. */
static int trainyard_impl_make_folder(const char* folder, char* path, size_t size) {
    const int length = snprintf(path, size, "%s/", folder);
    if (length < 0 || (size_t)length >= size) return ENAMETOOLONG;
    for (char* slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) return errno;
        *slash = '/';
    }
    return 0;
}

static int trainyard_impl_open(const char* folder) {
    static const char version[] = "brain.Event:2";
    char host[256] = "", path[4096];
    unsigned char record[64], *end = trainyard_impl_event(record + 12, 0);
    int problem = trainyard_impl_make_folder(folder, path, sizeof path);
    if (problem != 0) return problem;
    gethostname(host, sizeof host - 1);
    /* TensorBoard recognizes a log by `tfevents` in its name, and reads the logs of a folder in the order of
     * their names. */
    const int length = snprintf(path, sizeof path, "%s/events.out.tfevents.%010lld.%s.%ld.%u", folder,
                                (long long)time(NULL), host, (long)getpid(), trainyard_impl_log.opened);
    if (length < 0 || (size_t)length >= sizeof path) return ENAMETOOLONG;
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) return errno;
    *end++ = 3 << 3 | 2; /* file_version = 3 (string) */
    end = trainyard_impl_bytes(end, version, sizeof version - 1);
    problem = trainyard_impl_write(file, record, end);
    if (problem != 0) { /* a full disk: no empty file per attempt to log */
        close(file);
        unlink(path);
        return problem;
    }
    if (trainyard_impl_log.process != 0)
        close(trainyard_impl_log.file); /* of the process that forked this one */
    trainyard_impl_log.file = file;
    trainyard_impl_log.process = getpid();
    ++trainyard_impl_log.opened;
    return 0;
}

/* What the locale of the program separates a fraction with: printf and strtod have it instead of a point. */
static const char* trainyard_impl_separator(void) {
    const char* const separator = localeconv()->decimal_point;
    return *separator != '\0' ? separator : ".";
}

/* The number at the beginning of a line, with a point in every locale. */
static double trainyard_impl_number(const char* line) {
    const char* const separator = trainyard_impl_separator();
    const size_t length = strlen(separator);
    char text[128];
    size_t size = 0;
    for (; *line != '\0' && *line != '\n' && size + length < sizeof text; ++line) {
        if (*line == '.') {
            memcpy(text + size, separator, length);
            size += length;
        } else {
            text[size++] = *line;
        }
    }
    text[size] = '\0';
    return strtod(text, NULL);
}

/* Writes a number, of 63 bytes at most, with a point in every locale. */
static void trainyard_impl_print(char* to, double value) {
    const char* const separator = trainyard_impl_separator();
    snprintf(to, 64, "%.17g", value);
    char* const fraction = strstr(to, separator);
    if (fraction == NULL) return;
    *fraction = '.';
    const char* const rest = fraction + strlen(separator);
    memmove(fraction + 1, rest, strlen(rest) + 1);
}

/* Reads the orders if they were replaced since the last look. The first look is at those that were given
 * before this process began: what was saved then is not saved again. */
static void trainyard_impl_look(void) {
    const char* const path = getenv("TRAINYARD_ORDERS");
    struct stat found;
    char text[1024];
    const int is_first = !trainyard_impl_run.is_known;
    trainyard_impl_run.is_known = 1;
    if (path == NULL || stat(path, &found) != 0) return;
    const struct timespec* const seen = &trainyard_impl_run.written;
    if (found.st_ino == trainyard_impl_run.inode && found.st_mtim.tv_sec == seen->tv_sec &&
        found.st_mtim.tv_nsec == seen->tv_nsec)
        return;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    const ssize_t size = read(file, text, sizeof text - 1); /* a few short lines */
    if (size > 0 && fstat(file, &found) == 0) {
        trainyard_impl_run.inode = found.st_ino;
        trainyard_impl_run.written = found.st_mtim;
        trainyard_impl_run.is_paused = trainyard_impl_run.has_rate = 0;
    }
    close(file);
    text[size > 0 ? size : 0] = '\0';
    for (const char* line = text; line != NULL; line = strchr(line, '\n')) {
        if (*line == '\n') ++line;
        const char* const value = strchr(line, ' ');
        if (value == NULL) break;
        if (strncmp(line, "order ", 6) == 0) trainyard_impl_run.order = strtoll(value, NULL, 10);
        if (strncmp(line, "save ", 5) == 0) trainyard_impl_run.save = strtoll(value, NULL, 10);
        if (strncmp(line, "paused ", 7) == 0) trainyard_impl_run.is_paused = value[1] == '1';
        if (strncmp(line, "learning_rate ", 14) == 0) {
            trainyard_impl_run.rate = trainyard_impl_number(value);
            trainyard_impl_run.has_rate = 1;
        }
    }
    if (is_first) {
        trainyard_impl_run.saved = trainyard_impl_run.save;
        trainyard_impl_run.given = trainyard_impl_run.rate;
        trainyard_impl_run.is_given = trainyard_impl_run.has_rate;
    }
}

/* Writes a record for the agent: a tensor of one string, at `step`. */
static int trainyard_impl_report(const char* text, int64_t step) {
    static const char tag[] = "trainyard/client";
    const char* const folder = trainyard_impl_folder();
    const size_t size = strlen(text);
    unsigned char tensor[TRAINYARD_IMPL_TEXT + 16], inner[TRAINYARD_IMPL_TEXT + 64],
        outer[TRAINYARD_IMPL_TEXT + 96], record[TRAINYARD_IMPL_TEXT + 160], *end = tensor;
    if (folder == NULL) return 0;
    if (size > TRAINYARD_IMPL_TEXT) return EINVAL;
    if (trainyard_impl_log.process != getpid()) {
        const int problem = trainyard_impl_open(folder);
        if (problem != 0) return problem;
    }
    *end++ = 1 << 3; /* dtype = 1: DT_STRING */
    *end++ = 7;
    *end++ = 8 << 3 | 2; /* string_val = 8 */
    end = trainyard_impl_bytes(end, text, size);
    const size_t tensor_size = (size_t)(end - tensor);
    end = inner;
    *end++ = 1 << 3 | 2;
    end = trainyard_impl_bytes(end, tag, sizeof tag - 1);
    *end++ = 8 << 3 | 2; /* tensor = 8 */
    end = trainyard_impl_bytes(end, tensor, tensor_size);
    outer[0] = 1 << 3 | 2;
    const size_t outer_size = (size_t)(trainyard_impl_bytes(outer + 1, inner, (size_t)(end - inner)) - outer);
    end = trainyard_impl_event(record + 12, step);
    *end++ = 5 << 3 | 2;
    end = trainyard_impl_bytes(end, outer, outer_size);
    return trainyard_impl_write(trainyard_impl_log.file, record, end);
}

/* Looks at the orders. The first time for each `use`, reports that the program asks at all. */
static void trainyard_impl_ask(const char* use, int bit) {
    char text[64];
    trainyard_impl_look();
    if (trainyard_impl_run.uses & bit) return;
    trainyard_impl_run.uses |= bit;
    snprintf(text, sizeof text, "{\"uses\":\"%s\"}", use);
    trainyard_impl_report(text, trainyard_impl_run.step);
}

/* The bytes of a file, or of all files in a folder, and those below it: of those that the agent hashes. It
 * leaves out links in it to folders, and those that lead nowhere. */
static int trainyard_impl_measure(const char* path, int is_below, long long* bytes) {
    struct stat found, itself;
    struct dirent* entry;
    if (lstat(path, &itself) != 0) return errno;
    const int is_link = is_below && S_ISLNK(itself.st_mode);
    if (stat(path, &found) != 0) return is_link ? 0 : errno;
    if (S_ISREG(found.st_mode)) *bytes += (long long)found.st_size;
    if (!S_ISDIR(found.st_mode) || is_link) return 0;
    DIR* const folder = opendir(path);
    int problem = folder == NULL ? errno : 0;
    while (problem == 0 && (entry = readdir(folder)) != NULL) {
        char below[4096];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        const int length = snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        problem = length < 0 || (size_t)length >= sizeof below ? ENAMETOOLONG
                                                               : trainyard_impl_measure(below, 1, bytes);
    }
    if (folder != NULL) closedir(folder);
    return problem;
}

/* Whether a text is UTF-8: no longer form than is needed, no surrogate, nothing above U+10FFFF. */
static int trainyard_impl_is_utf8(const char* text) {
    const unsigned char* byte = (const unsigned char*)text;
    while (*byte != 0) {
        const unsigned first = *byte++;
        const int more = first < 0x80                    ? 0
                         : first >= 0xC2 && first < 0xE0 ? 1
                         : first >= 0xE0 && first < 0xF0 ? 2
                         : first >= 0xF0 && first < 0xF5 ? 3
                                                         : -1;
        if (more < 0) return 0;
        /* What the second byte has at least and at most. */
        const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        for (int i = 0; i < more; ++i, ++byte)
            if (*byte < (i == 0 ? least : 0x80u) || *byte > (i == 0 ? most : 0xBFu)) return 0;
    }
    return 1;
}

int trainyard_report_checkpoint(const char* path, int64_t step) {
    char text[TRAINYARD_IMPL_TEXT], whole[4096], *to = text + sprintf(text, "{\"checkpoint\":\"");
    long long bytes = 0;
    if (trainyard_impl_folder() == NULL) return 0;
    whole[0] = '\0';
    if (path[0] != '/' && getcwd(whole, sizeof whole) == NULL) return errno;
    if (strlen(whole) + strlen(path) + 2 > sizeof whole) return EINVAL;
    if (whole[0] != '\0') strcat(whole, "/");
    strcat(whole, path);
    if (!trainyard_impl_is_utf8(whole)) return EINVAL; /* the record would not be read */
    const int problem = trainyard_impl_measure(whole, 0, &bytes);
    if (problem != 0) return problem;
    for (const char* from = whole; *from != '\0'; ++from) {
        if (to > text + sizeof text - 64) return EINVAL;
        if ((unsigned char)*from < ' ') {
            to += sprintf(to, "\\u%04x", (unsigned)*from);
        } else {
            if (*from == '"' || *from == '\\') *to++ = '\\';
            *to++ = *from;
        }
    }
    sprintf(to, "\",\"bytes\":%lld}", bytes);
    return trainyard_impl_report(text, step);
}

const char* trainyard_resume_from(void) {
    const char* const path = getenv("TRAINYARD_RESUME_FROM");
    return path != NULL && *path != '\0' ? path : NULL;
}

int trainyard_should_save(void) {
    char text[64];
    if (!trainyard_is_active()) return 0;
    trainyard_impl_ask("save", 1);
    if (trainyard_impl_run.save == trainyard_impl_run.saved) return 0;
    trainyard_impl_run.saved = trainyard_impl_run.save;
    snprintf(text, sizeof text, "{\"save\":%lld}", (long long)trainyard_impl_run.save);
    trainyard_impl_report(text, trainyard_impl_run.step);
    return 1;
}

double trainyard_learning_rate(double otherwise) {
    char text[224], now[64], then[64];
    if (!trainyard_is_active()) return otherwise;
    trainyard_impl_ask("learning_rate", 2);
    const double before = trainyard_impl_run.is_given ? trainyard_impl_run.given : otherwise;
    const double rate = trainyard_impl_run.has_rate ? trainyard_impl_run.rate : otherwise;
    if (trainyard_impl_run.has_rate && rate != before) {
        trainyard_impl_print(now, rate);
        trainyard_impl_print(then, before);
        snprintf(text, sizeof text, "{\"learning_rate\":%s,\"before\":%s,\"order\":%lld}", now, then,
                 (long long)trainyard_impl_run.order);
        trainyard_impl_report(text, trainyard_impl_run.step);
    }
    trainyard_impl_run.is_given = 1;
    return trainyard_impl_run.given = rate;
}

void trainyard_wait_while_paused(void) {
    char text[128];
    struct timespec since, now;
    const struct timespec turn = {0, 50 * 1000 * 1000};
    if (!trainyard_is_active()) return;
    trainyard_impl_ask("pause", 4);
    if (!trainyard_impl_run.is_paused || trainyard_impl_stop.is_stopping) return;
    clock_gettime(CLOCK_MONOTONIC, &since);
    snprintf(text, sizeof text, "{\"paused\":%lld}", (long long)trainyard_impl_run.order);
    trainyard_impl_report(text, trainyard_impl_run.step);
    while (trainyard_impl_run.is_paused && !trainyard_impl_stop.is_stopping) {
        nanosleep(&turn, NULL);
        trainyard_impl_look();
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long long milliseconds =
        (long long)(now.tv_sec - since.tv_sec) * 1000 + (long long)(now.tv_nsec - since.tv_nsec) / 1000000;
    snprintf(text, sizeof text, "{\"continued\":%lld,\"seconds\":%lld.%03d}",
             (long long)trainyard_impl_run.order, milliseconds / 1000, (int)(milliseconds % 1000));
    trainyard_impl_report(text, trainyard_impl_run.step);
}

int trainyard_is_active(void) {
    return trainyard_impl_folder() != NULL;
}

int trainyard_log(const char* tag, double value, int64_t step) {
    const char* const folder = trainyard_impl_folder();
    const size_t size = strlen(tag);
    if (folder == NULL) return 0;
    if (size > TRAINYARD_MAX_TAG) return EINVAL;
    trainyard_impl_look();
    trainyard_impl_run.step = step;
    if (trainyard_impl_log.process != getpid()) {
        const int problem = trainyard_impl_open(folder);
        if (problem != 0) return problem;
    }
    /* summary = 5, in it value = 1, in it tag = 1 (string) and simple_value = 2 (float). From the inside out.
     */
    unsigned char inner[TRAINYARD_MAX_TAG + 16], outer[TRAINYARD_MAX_TAG + 32],
        record[TRAINYARD_MAX_TAG + 96], *end = inner;
    const float single = value > FLT_MAX ? HUGE_VALF : value < -FLT_MAX ? -HUGE_VALF : (float)value;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    *end++ = 1 << 3 | 2;
    end = trainyard_impl_bytes(end, tag, size);
    *end++ = 2 << 3 | 5;
    end = trainyard_impl_little_endian(end, bits, 4);
    outer[0] = 1 << 3 | 2;
    const size_t outer_size = (size_t)(trainyard_impl_bytes(outer + 1, inner, (size_t)(end - inner)) - outer);
    end = trainyard_impl_event(record + 12, step);
    *end++ = 5 << 3 | 2;
    end = trainyard_impl_bytes(end, outer, outer_size);
    return trainyard_impl_write(trainyard_impl_log.file, record, end);
}

static void trainyard_impl_received(int number, siginfo_t* info, void* context) {
    const int error = errno;
    const struct sigaction* const former = &trainyard_impl_stop.former;
    if (getpid() != trainyard_impl_stop.process) { /* a forked process ends as it would have */
        sigaction(number, former, NULL);
        kill(getpid(), number); /* delivered when this handler returns */
    } else {
        trainyard_impl_stop.is_stopping = 1;
        if (former->sa_flags & SA_SIGINFO)
            former->sa_sigaction(number, info, context);
        else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN)
            former->sa_handler(number);
    }
    errno = error;
}

int trainyard_catch_stop(void) {
    struct sigaction action;
    if (!trainyard_is_active() || trainyard_impl_stop.process == getpid()) return 0;
    if (sigaction(SIGTERM, NULL, &trainyard_impl_stop.former) != 0) return errno;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    action.sa_sigaction = trainyard_impl_received;
    trainyard_impl_stop.process = getpid(); /* before the first signal can come */
    if (sigaction(SIGTERM, &action, NULL) == 0) return 0;
    trainyard_impl_stop.process = 0;
    return errno;
}

int trainyard_should_stop(void) {
    return trainyard_impl_stop.is_stopping;
}

void trainyard_close(void) {
    if (trainyard_impl_log.process == getpid()) close(trainyard_impl_log.file);
    trainyard_impl_log.process = 0;
    if (trainyard_impl_stop.process == getpid()) sigaction(SIGTERM, &trainyard_impl_stop.former, NULL);
    trainyard_impl_stop.process = 0;
}

#endif /* TRAINYARD_IMPLEMENTATION */
