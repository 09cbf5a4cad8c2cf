'use strict';

// The Referer header: how much of a request's referrer the policy shows.

const { StringPrototypeSlice } = require('internal/primordials');
const { URL } = require('internal/url/url');

const MAX_LENGTH = 4096;
const isTrusted = ({ protocol }) => protocol === 'https:';

function whole(url) {
  const shown = new URL(url.href);
  shown.username = '';
  shown.password = '';
  const { href, hash } = shown;
  return hash === '' ? href : StringPrototypeSlice(href, 0, href.length - hash.length);
}

function refererOf({ referrer, referrerPolicy }, current) {
  const url = new URL(referrer);
  const origin = `${url.origin}/`;
  let full = whole(url);
  if (full.length > MAX_LENGTH) full = origin;
  const isSame = url.origin === current.origin;
  const isDowngrade = isTrusted(url) && !isTrusted(current);
  switch (referrerPolicy) {
    case 'no-referrer': return '';
    case 'origin': return origin;
    case 'unsafe-url': return full;
    case 'strict-origin': return isDowngrade ? '' : origin;
    case 'same-origin': return isSame ? full : '';
    case 'origin-when-cross-origin': return isSame ? full : origin;
    case 'no-referrer-when-downgrade': return isDowngrade ? '' : full;
    default: // strict-origin-when-cross-origin
      if (isSame) return full;
      return isDowngrade ? '' : origin;
  }
}

module.exports = { refererOf };
