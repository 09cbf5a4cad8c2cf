'use strict';

// What the core uses of V8 beyond its API, by name, and how it does without: docs/v8-internals.md describes each.
//
// A file that has such a dependency adds it here with what to do when it is off, and with a check. The checks run at every
// start, before any code of the program's: they are a few calls with known answers. A capability whose check fails is
// turned off. So is one that the user names in GYRE_V8_INTERNALS (Java calls `turnOff` before it starts the core).

const { StringPrototypeSplit } = require('internal/primordials');

const entries = { __proto__: null };

// `check` answers whether it works; it may be left out where the first use makes sure itself. `off` puts the fallback in
// place; several files may add the same name.
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

// Names with commas between them. Java has refused those that it doesn't know; what is only Java's is not in here.
function turnOff(names) {
  for (const name of StringPrototypeSplit(names, ',')) turnOffOne(name);
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
