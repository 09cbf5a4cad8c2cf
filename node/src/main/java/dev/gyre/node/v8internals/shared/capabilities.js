'use strict';

// The core's dependencies on V8 beyond its API, by name, and their fallbacks: docs/v8-internals.md describes each.
//
// A file with such a dependency registers it here with a function that turns it off, and with a check. The checks run at
// every start, before any code of the program: they are a few calls with known answers. A capability whose check fails is
// turned off, and so is one that the user names in GYRE_V8_INTERNALS (Java calls `turnOff` before it starts the core).

const { StringPrototypeSplit, itemsOf } = require('internal/primordials');

const entries = { __proto__: null };

// `check` returns whether it works; it may be omitted if the first use checks itself. `off` installs the fallback; several
// files may register the same name.
function addCapability(name, { off, check }) {
  const entry = entries[name] ??= { __proto__: null, isOn: true, offs: [], checks: [] };
  entry.offs[entry.offs.length] = off;
  if (check !== undefined) entry.checks[entry.checks.length] = check;
}

function turnOffOne(name) {
  const entry = entries[name];
  if (entry === undefined || !entry.isOn) return;
  entry.isOn = false;
  for (let i = 0; i < entry.offs.length; i++) entry.offs[i]();
}

// Names separated by commas. Java has refused unknown ones; those that concern only Java are not in here.
function turnOff(names) {
  for (const name of itemsOf(StringPrototypeSplit(names, ','))) turnOffOne(name);
}

function checkAll() {
  for (const name in entries) {
    const { isOn, checks } = entries[name];
    for (let i = 0; isOn && i < checks.length; i++) {
      if (!checks[i]()) turnOffOne(name);
    }
  }
}

require('internal/start').afterStart(checkAll);

module.exports = { addCapability, isOn: (name) => entries[name].isOn, turnOff };
