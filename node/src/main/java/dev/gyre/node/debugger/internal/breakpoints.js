'use strict';

// The commands that set and clear breakpoints.

const {
  ArrayPrototypeFilter, ArrayPrototypeFind, ArrayPrototypeIndexOf, ArrayPrototypeSplice,
  StringPrototypeEndsWith, StringPrototypeIncludes, StringPrototypeSlice, replacePattern,
} = require('internal/primordials');
const { validateString } = require('internal/validators');

class Breakpoints {
  #client;
  #program;
  #print;

  constructor(client, program, print) {
    this.#client = client;
    this.#program = program;
    this.#print = print;
  }

  // At the current place, in a line of the current script, in a line of a script, or where a function is called: 'name()'.
  async setAtPlace(script, line, condition) {
    if (script === undefined) return this.#setAt(this.#program.frame().location, condition, '');
    if (typeof script === 'number' && line === undefined) {
      const { scriptId } = this.#program.frame().location;
      return this.#setAt({ scriptId, lineNumber: script - 1 }, condition, '');
    }
    validateString(script, 'script');
    if (StringPrototypeEndsWith(script, '()')) return this.#setOnCall(StringPrototypeSlice(script, 0, -2));
    return this.#setInScript(script, line, condition);
  }

  async #setAt(location, condition, script) {
    const { breakpointId, actualLocation } = await this.#client.ask('Debugger.setBreakpoint', { location, condition });
    return this.#wasSet(script, breakpointId, actualLocation);
  }

  #wasSet(script, breakpointId, location) {
    this.#program.noteBreakpoint(breakpointId, location);
    if (location.scriptId) return this.#program.snippet(location, 5);
    this.#print(`Warning: script '${script}' was not loaded yet.`);
    return undefined;
  }

  async #setOnCall(name) {
    const expression = `debug(${name})`;
    if (this.#program.frames === null) {
      await this.#client.ask('Runtime.evaluate', { expression, includeCommandLineAPI: true });
    } else {
      const { callFrameId } = this.#program.frame();
      await this.#client.ask('Debugger.evaluateOnCallFrame', { callFrameId, expression, includeCommandLineAPI: true });
    }
  }

  async #setInScript(script, line, condition) {
    const found = this.#program.findScripts(script);
    if (found.length > 1) {
      this.#print('Script name is ambiguous');
      return undefined;
    }
    if (line <= 0) {
      this.#print('Line should be a positive value');
      return undefined;
    }
    const lineNumber = line - 1;
    if (found.length === 1) return this.#setAt({ scriptId: found[0], lineNumber }, condition, script);
    const escaped = replacePattern(/([/\\.?*()^${}|[\]])/g, script, '\\$1');
    const { breakpointId } = await this.#client.ask('Debugger.setBreakpointByUrl',
      { urlRegex: `^(.*[\\/\\\\])?${escaped}$`, lineNumber, condition });
    return this.#wasSet(script, breakpointId, { scriptUrl: `.*/${script}$`, lineNumber });
  }

  async remove(url, line) {
    const { breakpoints } = this.#program;
    const found = ArrayPrototypeFind(breakpoints, ({ location }) => {
      const script = this.#program.script(location?.scriptId);
      return script !== undefined && StringPrototypeIncludes(script.url, url) && location.lineNumber + 1 === line;
    });
    if (found === undefined) {
      this.#print(`Could not find breakpoint at ${url}:${line}`);
      return;
    }
    await this.#client.ask('Debugger.removeBreakpoint', { breakpointId: found.breakpointId });
    ArrayPrototypeSplice(breakpoints, ArrayPrototypeIndexOf(breakpoints, found), 1);
  }

  list() {
    this.#print(this.#program.breakpoints.length === 0 ? 'No breakpoints yet' : this.#program.listBreakpoints());
  }

  // After a restart.
  async restore() {
    const old = ArrayPrototypeFilter(ArrayPrototypeSplice(this.#program.breakpoints, 0),
      ({ location }) => location?.scriptUrl !== undefined);
    if (old.length === 0) return;
    for (let i = 0; i < old.length; i++) await this.setAtPlace(old[i].location.scriptUrl, old[i].location.lineNumber + 1);
    this.#print(`${old.length} breakpoints restored.`);
  }
}

module.exports = { Breakpoints };
