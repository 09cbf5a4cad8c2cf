'use strict';

// The legacy url.resolve(): resolves a link found in a document.

const {
  Array, ArrayPrototypeAt, ArrayPrototypeFill, ArrayPrototypeJoin, ArrayPrototypePop, ArrayPrototypePush,
  ArrayPrototypeShift, ArrayPrototypeUnshift, ObjectAssign, RegExpPrototypeExec, StringPrototypeEndsWith,
  StringPrototypeIndexOf, StringPrototypeSplit, joinLists,
} = require('internal/primordials');
const { Url, isJavascript, isSlashed } = require('internal/url/legacy');

const segmentsOf = (pathname) => (pathname ? StringPrototypeSplit(pathname, '/') : []);

function setPath(result) {
  if (result.pathname !== null || result.search !== null) {
    result.path = (result.pathname || '') + (result.search || '');
  }
}

function finish(result) {
  result.href = result.format();
  return result;
}

// Another protocol: for the known ones, the first name of a path without host becomes its host.
function changeProtocol(result, relative) {
  if (!isSlashed(relative.protocol)) {
    ObjectAssign(result, relative);
    return finish(result);
  }
  result.protocol = relative.protocol;
  if (!relative.host && RegExpPrototypeExec(/^file:?$/, relative.protocol) === null && !isJavascript(relative.protocol)) {
    const names = StringPrototypeSplit(relative.pathname || '', '/');
    while (names.length > 0 && !(relative.host = ArrayPrototypeShift(names)));
    relative.host ||= '';
    relative.hostname ||= '';
    if (names[0] !== '') ArrayPrototypeUnshift(names, '');
    if (names.length < 2) ArrayPrototypeUnshift(names, '');
    result.pathname = ArrayPrototypeJoin(names, '/');
  } else {
    result.pathname = relative.pathname;
  }
  result.search = relative.search;
  result.query = relative.query;
  result.host = relative.host || '';
  result.auth = relative.auth;
  result.hostname = relative.hostname || relative.host;
  result.port = relative.port;
  if (result.pathname || result.search) result.path = (result.pathname || '') + (result.search || '');
  result.slashes ||= relative.slashes;
  return finish(result);
}

// 'user@domain' that was parsed as host only.
function takeAuthFromHost(result) {
  if (!(result.host && StringPrototypeIndexOf(result.host, '@') > 0)) return;
  const { 0: auth, 1: host } = StringPrototypeSplit(result.host, '@');
  result.auth = auth;
  result.host = result.hostname = host;
}

// Removes '.', and each '..' with the name before it; `up` counts those without one.
function removeDots(names) {
  const kept = [];
  let up = 0;
  for (let i = names.length - 1; i >= 0; i--) {
    if (names[i] === '.') continue;
    if (names[i] === '..') up++;
    else if (up > 0) up--;
    else ArrayPrototypeUnshift(kept, names[i]);
  }
  return { kept, up };
}

Url.prototype.resolve = function resolve(relative) {
  return this.resolveObject(require('url').parse(relative, false, true)).format();
};

Url.prototype.resolveObject = function resolveObject(relative) {
  if (typeof relative === 'string') relative = new Url().parse(relative, false, true);
  const result = ObjectAssign(new Url(), this);
  result.hash = relative.hash;
  if (relative.href === '') return finish(result);

  if (relative.slashes && !relative.protocol) {
    const { protocol } = result;
    ObjectAssign(result, relative, { protocol });
    if (isSlashed(result.protocol) && result.hostname && !result.pathname) result.path = result.pathname = '/';
    return finish(result);
  }
  if (relative.protocol && relative.protocol !== result.protocol) return changeProtocol(result, relative);
  return resolvePath(result, relative);
};

function resolvePath(result, relative) {
  const sourceIsAbsolute = result.pathname && result.pathname[0] === '/';
  const relativeIsAbsolute = relative.host || (relative.pathname && relative.pathname[0] === '/');
  let mustEndAbsolute = relativeIsAbsolute || sourceIsAbsolute || (result.host && relative.pathname);
  const removeAllDots = mustEndAbsolute;
  let names = segmentsOf(result.pathname);
  const relativeNames = segmentsOf(relative.pathname);
  // In mailto: and similar, '..' may remove the host: it is treated as the first name meanwhile.
  const hostInPath = result.protocol && !isSlashed(result.protocol);

  if (hostInPath) {
    result.hostname = '';
    result.port = null;
    if (result.host) {
      if (names[0] === '') names[0] = result.host;
      else ArrayPrototypeUnshift(names, result.host);
    }
    result.host = '';
    if (relative.protocol) {
      relative.hostname = null;
      relative.port = null;
      result.auth = null;
      if (relative.host) {
        if (relativeNames[0] === '') relativeNames[0] = relative.host;
        else ArrayPrototypeUnshift(relativeNames, relative.host);
      }
      relative.host = null;
    }
    mustEndAbsolute &&= relativeNames[0] === '' || names[0] === '';
  }

  if (relativeIsAbsolute) {
    if (relative.host || relative.host === '') {
      if (result.host !== relative.host) result.auth = null;
      result.host = relative.host;
      result.port = relative.port;
    }
    if (relative.hostname || relative.hostname === '') {
      if (result.hostname !== relative.hostname) result.auth = null;
      result.hostname = relative.hostname;
    }
    result.search = relative.search;
    result.query = relative.query;
    names = relativeNames;
  } else if (relativeNames.length > 0) {
    ArrayPrototypePop(names);
    names = joinLists(names, relativeNames);
    result.search = relative.search;
    result.query = relative.query;
  } else if (relative.search !== null && relative.search !== undefined) {
    if (hostInPath) {
      result.hostname = result.host = ArrayPrototypeShift(names);
      takeAuthFromHost(result);
    }
    result.search = relative.search;
    result.query = relative.query;
    setPath(result);
    return finish(result);
  }

  if (names.length === 0) {
    result.pathname = null;
    result.path = result.search ? `/${result.search}` : null;
    return finish(result);
  }
  const dots = { mustEndAbsolute, removeAllDots, hostInPath };
  return finish(joinNames(result, relative, names, dots));
}

function joinNames(result, relative, names, { mustEndAbsolute, removeAllDots, hostInPath }) {
  const last = ArrayPrototypeAt(names, -1);
  const trailingSlash = last === '' ||
    ((result.host || relative.host || names.length > 1) && (last === '.' || last === '..'));

  const { kept: below, up } = removeDots(names);
  const kept = mustEndAbsolute || removeAllDots ? below : joinLists(ArrayPrototypeFill(new Array(up), '..'), below);
  if (mustEndAbsolute && kept[0] !== '' && (!kept[0] || kept[0][0] !== '/')) ArrayPrototypeUnshift(kept, '');
  if (trailingSlash && !StringPrototypeEndsWith(ArrayPrototypeJoin(kept, '/'), '/')) ArrayPrototypePush(kept, '');

  const isAbsolute = kept[0] === '' || (kept[0] && kept[0][0] === '/');
  if (hostInPath) {
    result.hostname = result.host = isAbsolute || kept.length === 0 ? '' : ArrayPrototypeShift(kept);
    takeAuthFromHost(result);
  }
  if ((mustEndAbsolute || (result.host && kept.length > 0)) && !isAbsolute) ArrayPrototypeUnshift(kept, '');

  if (kept.length === 0) {
    result.pathname = null;
    result.path = null;
  } else {
    result.pathname = ArrayPrototypeJoin(kept, '/');
  }
  setPath(result);
  result.auth = relative.auth || result.auth;
  result.slashes ||= relative.slashes;
  return result;
}

module.exports = { Url };
