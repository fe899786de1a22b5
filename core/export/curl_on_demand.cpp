// SPDX-License-Identifier: Apache-2.0
// libcurl's functions for our programs, which open the library at the first call. With the libraries that it
// needs itself (TLS, Kerberos, LDAP: 28 of them) it would cost each command and each start of the window some
// milliseconds, and nearly none of them uses it.
#include <curl/curl.h>
#include <dlfcn.h>

#include <cstdarg>

namespace {

void* library() {
    static void* const opened = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    return opened;
}

/// Null without the library. Its functions are as old as it is, except for those of URLs (7.62, of 2018).
template <class Function>
Function find(const char* name) {
    return library() ? reinterpret_cast<Function>(::dlsym(library(), name)) : nullptr;
}

}  // namespace

#undef curl_easy_setopt  // checks of types that the compiler makes where they are called
#undef curl_easy_getinfo

#define TRAINYARD_CURL(name) static const auto call = find<decltype(&::name)>(#name)

extern "C" {

// What begins something fails without the library; nothing else is called then.
CURLcode curl_global_init(long flags) {
    TRAINYARD_CURL(curl_global_init);
    return call ? call(flags) : CURLE_FAILED_INIT;
}
CURL* curl_easy_init() {
    TRAINYARD_CURL(curl_easy_init);
    return call ? call() : nullptr;
}
CURLU* curl_url() {
    TRAINYARD_CURL(curl_url);
    return call ? call() : nullptr;
}
curl_slist* curl_slist_append(curl_slist* list, const char* text) {
    TRAINYARD_CURL(curl_slist_append);
    return call ? call(list, text) : nullptr;
}

// Nor are these called for what there is not, except by owners of nothing.
void curl_easy_cleanup(CURL* handle) {
    TRAINYARD_CURL(curl_easy_cleanup);
    if (call) call(handle);
}
void curl_url_cleanup(CURLU* url) {
    TRAINYARD_CURL(curl_url_cleanup);
    if (call) call(url);
}
void curl_slist_free_all(curl_slist* list) {
    TRAINYARD_CURL(curl_slist_free_all);
    if (call) call(list);
}
void curl_free(void* text) {
    TRAINYARD_CURL(curl_free);
    if (call) call(text);
}

void curl_easy_reset(CURL* handle) {
    TRAINYARD_CURL(curl_easy_reset);
    call(handle);
}
CURLcode curl_easy_perform(CURL* handle) {
    TRAINYARD_CURL(curl_easy_perform);
    return call(handle);
}
const char* curl_easy_strerror(CURLcode code) {
    TRAINYARD_CURL(curl_easy_strerror);
    return call(code);
}
char* curl_easy_escape(CURL* handle, const char* text, int length) {
    TRAINYARD_CURL(curl_easy_escape);
    return call(handle, text, length);
}
CURLUcode curl_url_set(CURLU* url, CURLUPart part, const char* text, unsigned int flags) {
    TRAINYARD_CURL(curl_url_set);
    return call(url, part, text, flags);
}
#if LIBCURL_VERSION_NUM < 0x080000
CURLUcode curl_url_get(CURLU* url, CURLUPart part, char** text, unsigned int flags) {
#else
CURLUcode curl_url_get(const CURLU* url, CURLUPart part, char** text, unsigned int flags) {
#endif
    TRAINYARD_CURL(curl_url_get);
    return call(url, part, text, flags);
}

// libcurl declares them so, with an enumeration before the dots, and defines them as is done here.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wvarargs"
#endif
/// An option's number says of which type its value is.
CURLcode curl_easy_setopt(CURL* handle, CURLoption option, ...) {
    TRAINYARD_CURL(curl_easy_setopt);
    std::va_list values;
    va_start(values, option);
    CURLcode result = CURLE_UNKNOWN_OPTION;
    if (option < CURLOPTTYPE_OBJECTPOINT)
        result = call(handle, option, va_arg(values, long));
    else if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB)
        result = call(handle, option, va_arg(values, curl_off_t));
    else
        result = call(handle, option, va_arg(values, void*));
    va_end(values);
    return result;
}
CURLcode curl_easy_getinfo(CURL* handle, CURLINFO info, ...) {
    TRAINYARD_CURL(curl_easy_getinfo);
    std::va_list values;
    va_start(values, info);
    const CURLcode result = call(handle, info, va_arg(values, void*));
    va_end(values);
    return result;
}

}  // extern "C"
