'use strict';

// http2.constants: the numbers of RFC 9113 under nghttp2's names, and a name for each header, method and status.


const {
  ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, Number, ObjectFromEntries, RegExpPrototypeExec,
  StringPrototypeReplaceAll, StringPrototypeToUpperCase, StringPrototypeTrim, joinLists, replacePattern, splitByPattern,
} = require('internal/primordials');

const named = (prefix, names) => ArrayPrototypeMap(splitByPattern(/\s+/, StringPrototypeTrim(names)), (name, value) => [prefix + name, value]);
const words = (prefix, text) =>
  ArrayPrototypeMap(splitByPattern(/\s+/, StringPrototypeTrim(text)), (word) => [prefix + StringPrototypeToUpperCase(StringPrototypeReplaceAll(replacePattern(/^:/, word, ''), '-', '_')), word]);

const STATUS = `
  100 CONTINUE SWITCHING_PROTOCOLS PROCESSING EARLY_HINTS
  200 OK CREATED ACCEPTED NON_AUTHORITATIVE_INFORMATION NO_CONTENT RESET_CONTENT PARTIAL_CONTENT MULTI_STATUS
  208 ALREADY_REPORTED 226 IM_USED
  300 MULTIPLE_CHOICES MOVED_PERMANENTLY FOUND SEE_OTHER NOT_MODIFIED USE_PROXY 307 TEMPORARY_REDIRECT PERMANENT_REDIRECT
  400 BAD_REQUEST UNAUTHORIZED PAYMENT_REQUIRED FORBIDDEN NOT_FOUND METHOD_NOT_ALLOWED NOT_ACCEPTABLE
  407 PROXY_AUTHENTICATION_REQUIRED REQUEST_TIMEOUT CONFLICT GONE LENGTH_REQUIRED PRECONDITION_FAILED PAYLOAD_TOO_LARGE
  414 URI_TOO_LONG UNSUPPORTED_MEDIA_TYPE RANGE_NOT_SATISFIABLE EXPECTATION_FAILED TEAPOT 421 MISDIRECTED_REQUEST
  422 UNPROCESSABLE_ENTITY LOCKED FAILED_DEPENDENCY TOO_EARLY UPGRADE_REQUIRED 428 PRECONDITION_REQUIRED
  429 TOO_MANY_REQUESTS 431 REQUEST_HEADER_FIELDS_TOO_LARGE 451 UNAVAILABLE_FOR_LEGAL_REASONS
  500 INTERNAL_SERVER_ERROR NOT_IMPLEMENTED BAD_GATEWAY SERVICE_UNAVAILABLE GATEWAY_TIMEOUT HTTP_VERSION_NOT_SUPPORTED
  506 VARIANT_ALSO_NEGOTIATES INSUFFICIENT_STORAGE LOOP_DETECTED BANDWIDTH_LIMIT_EXCEEDED NOT_EXTENDED
  511 NETWORK_AUTHENTICATION_REQUIRED`;

// A number sets the next value.
function statuses() {
  const entries = [];
  let next;
  for (let i = 0, list = splitByPattern(/\s+/, StringPrototypeTrim(STATUS)); i < list.length; i++) {
    const word = list[i];
    if (RegExpPrototypeExec(/^\d/, word) !== null) next = Number(word);
    else ArrayPrototypePush(entries, [`HTTP_STATUS_${word}`, next++]);
  }
  return entries;
}


module.exports = ObjectFromEntries(joinLists(
  [['NGHTTP2_ERR_FRAME_SIZE_ERROR', -522]],
  named('NGHTTP2_SESSION_', 'SERVER CLIENT'),
  ArrayPrototypeSlice(named('NGHTTP2_STREAM_STATE_', `UNUSED IDLE OPEN RESERVED_LOCAL RESERVED_REMOTE HALF_CLOSED_LOCAL
    HALF_CLOSED_REMOTE CLOSED`), 1),
  [['NGHTTP2_FLAG_NONE', 0], ['NGHTTP2_FLAG_END_STREAM', 1], ['NGHTTP2_FLAG_END_HEADERS', 4], ['NGHTTP2_FLAG_ACK', 1],
  ['NGHTTP2_FLAG_PADDED', 8], ['NGHTTP2_FLAG_PRIORITY', 32],
  ['DEFAULT_SETTINGS_HEADER_TABLE_SIZE', 4096], ['DEFAULT_SETTINGS_ENABLE_PUSH', 1],
  ['DEFAULT_SETTINGS_MAX_CONCURRENT_STREAMS', 2 ** 32 - 1], ['DEFAULT_SETTINGS_INITIAL_WINDOW_SIZE', 2 ** 16 - 1],
  ['DEFAULT_SETTINGS_MAX_FRAME_SIZE', 2 ** 14], ['DEFAULT_SETTINGS_MAX_HEADER_LIST_SIZE', 2 ** 16 - 1],
  ['DEFAULT_SETTINGS_ENABLE_CONNECT_PROTOCOL', 0],
  ['MAX_MAX_FRAME_SIZE', 2 ** 24 - 1], ['MIN_MAX_FRAME_SIZE', 2 ** 14], ['MAX_INITIAL_WINDOW_SIZE', 2 ** 31 - 1]],
  ArrayPrototypeSlice(named('NGHTTP2_SETTINGS_', `UNUSED HEADER_TABLE_SIZE ENABLE_PUSH MAX_CONCURRENT_STREAMS INITIAL_WINDOW_SIZE
    MAX_FRAME_SIZE MAX_HEADER_LIST_SIZE`), 1),
  [['NGHTTP2_SETTINGS_ENABLE_CONNECT_PROTOCOL', 8]],
  named('PADDING_STRATEGY_', 'NONE ALIGNED MAX'),
  [['PADDING_STRATEGY_CALLBACK', 1]],
  named('NGHTTP2_', `NO_ERROR PROTOCOL_ERROR INTERNAL_ERROR FLOW_CONTROL_ERROR SETTINGS_TIMEOUT STREAM_CLOSED
    FRAME_SIZE_ERROR REFUSED_STREAM CANCEL COMPRESSION_ERROR CONNECT_ERROR ENHANCE_YOUR_CALM INADEQUATE_SECURITY
    HTTP_1_1_REQUIRED`),
  [['NGHTTP2_DEFAULT_WEIGHT', 16]],
  words('HTTP2_HEADER_', `:status :method :authority :scheme :path :protocol accept-encoding accept-language
    accept-ranges accept access-control-allow-credentials access-control-allow-headers access-control-allow-methods
    access-control-allow-origin access-control-expose-headers access-control-request-headers
    access-control-request-method age authorization cache-control connection content-disposition content-encoding
    content-length content-type cookie date etag forwarded host if-modified-since if-none-match if-range last-modified
    link location range referer server set-cookie strict-transport-security transfer-encoding te
    upgrade-insecure-requests upgrade user-agent vary x-content-type-options x-frame-options keep-alive
    proxy-connection x-xss-protection alt-svc content-security-policy early-data expect-ct origin purpose
    timing-allow-origin x-forwarded-for priority accept-charset access-control-max-age allow content-language
    content-location content-md5 content-range dnt expect expires from if-match if-unmodified-since max-forwards prefer
    proxy-authenticate proxy-authorization refresh retry-after trailer tk via warning www-authenticate
    http2-settings`),
  words('HTTP2_METHOD_', `ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK
    MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF MKWORKSPACE MOVE OPTIONS ORDERPATCH PATCH POST PRI PROPFIND
    PROPPATCH PUT REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE UPDATEREDIRECTREF
    VERSION-CONTROL`),
  statuses(),
));
