'use strict';

// A session with probes: starts the program, sets a breakpoint at each place, evaluates the expressions there, and prints a
// report when the program has ended, a probe was hit often enough, or something went wrong. Whatever happens first decides;
// what happens later is ignored.
//
// Exit code 0 says that the hits can be relied on, whatever became of the program.

const {
  ArrayPrototypePush, ArrayPrototypeSome, PromisePrototypeThen, PromiseWithResolvers, SafeMap, StringPrototypeIncludes,
  StringPrototypeSlice, Symbol, itemsOf, replacePattern,
} = require('internal/primordials');
const { clearTimeout, setTimeout } = require('timers');
const { ProtocolClient } = require('internal/debugger/protocol_client');
const { launch } = require('internal/debugger/launch');
const {
  jsonOf, makeReport, placesOf, reported, textOf, withLineEnd, withoutInspectorLines,
} = require('internal/debugger/probe_report');
const debuglog = require('internal/util/debuglog').debuglog('inspect_probe');

const AT_END = 'Waiting for the debugger to disconnect...';
const REPORT_BUG = 'This is likely a Node.js bug. Please file an issue.';
const STARTUP_ADVICE = 'The target startup may have torn down the inspector. If startup does ' +
  'not touch the inspector, this is likely a Node.js bug. Please file an issue.';
const REVIEW_ADVICE = 'If the failure repeats, review the probe expression.';

// What `ask` throws where the session has ended already.
const kEnded = Symbol('ended');

class ProbeSession {
  #options;
  #probes;
  #client = new ProtocolClient();
  #child = null;
  #stderr = '';
  #tail = ''; // of stderr, where the inspector's last line may begin
  #urls = new SafeMap(); // by script
  #places = new SafeMap(); // by breakpoint
  #results = [];
  #isConnected = false;
  #isStarted = false; // the program may run
  #isLeaving = false; // the program has ended, and waits until we go
  #isFinished = false;
  #asked = null; // the request that has no answer yet: { method, probe }
  #lastProbe = null; // that was evaluated
  #timer = null;
  #end = PromiseWithResolvers();

  constructor(options) {
    this.#options = options;
    this.#probes = options.probes;
  }

  // Returns exit code and report.
  async run() {
    const { words, port, isPortKnownFree } = this.#options;
    try {
      const started = await launch(words, { host: '127.0.0.1', port, isPortKnownFree },
        (text, stream) => this.#said(text, stream));
      this.#child = started.child;
      this.#listen();
      await this.#client.connect(started.port, started.host);
      this.#isConnected = true;
      await PromisePrototypeThen(this.#begin(), undefined, (error) => { if (error !== kEnded) throw error; });
      const { code, last } = await this.#end.promise;
      return { code, report: makeReport(this.#probes, this.#results, last) };
    } finally {
      clearTimeout(this.#timer);
      this.#client.reset();
      if (this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null) this.#child.kill();
    }
  }

  #listen() {
    this.#child.on('exit', (code, signal) => this.#exited(code, signal));
    this.#client.on('close', () => this.#disconnected());
    this.#client.on('Debugger.scriptParsed', ({ scriptId, url }) => this.#urls.set(scriptId, url));
    this.#client.on('Debugger.paused', (event) => {
      PromisePrototypeThen(this.#paused(event), undefined, (error) => {
        if (error === kEnded) return;
        this.#fail('Probe mode encountered an unexpected internal failure', REPORT_BUG, { internalError: error });
      });
    });
  }

  async #begin() {
    await this.#ask('Runtime.enable');
    await this.#ask('Debugger.enable');
    for (const place of itemsOf(this.#options.places)) await this.#setBreakpoint(place);
    this.#isStarted = true;
    this.#timer = setTimeout(() => this.#timedOut(), this.#options.timeout);
    this.#timer.unref();
    await this.#ask('Runtime.runIfWaitingForDebugger');
  }

  async #setBreakpoint({ target, condition, indices }) {
    const escaped = replacePattern(/([/\\.?*()^${}|[\]])/g, target.suffix, '\\$1');
    const { breakpointId } = await this.#ask('Debugger.setBreakpointByUrl', {
      urlRegex: `^(.*[\\/\\\\])?${escaped}$`,
      lineNumber: target.line - 1,
      columnNumber: target.column === undefined ? undefined : target.column - 1,
      condition,
    });
    this.#places.set(breakpointId, indices);
  }

  // ---- pauses

  async #paused({ hitBreakpoints = [], callFrames }) {
    if (this.#isFinished || !this.#isStarted) return;
    const frame = callFrames?.[0];
    if (hitBreakpoints.length > 0 && frame !== undefined) {
      const { scriptId, lineNumber, columnNumber } = frame.location;
      const location = { url: this.#urls.get(scriptId), line: lineNumber + 1, column: columnNumber + 1 };
      for (const breakpoint of itemsOf(hitBreakpoints)) {
        for (const i of itemsOf(this.#places.get(breakpoint) ?? [])) await this.#evaluate(frame.callFrameId, i, location);
      }
      if (ArrayPrototypeSome(this.#probes, ({ hits, maxHit }) => hits >= maxHit)) {
        this.#finish(0, { event: 'completed' });
        return;
      }
    }
    await this.#ask('Debugger.resume');
  }

  async #evaluate(callFrameId, index, location) {
    const { result, exceptionDetails } = await this.#ask('Debugger.evaluateOnCallFrame',
      { callFrameId, expression: this.#probes[index].expr, generatePreview: true }, { index, location });
    this.#lastProbe = index;
    if (exceptionDetails === undefined) {
      this.#hit(index, location, { result: reported(result) });
      return;
    }
    const details = { exception: reported(exceptionDetails) };
    this.#hit(index, location, { error: { message: result?.description ?? 'Probe expression failed', details } });
  }

  #hit(index, location, more) {
    ArrayPrototypePush(this.#results, { probe: index, event: 'hit', hit: ++this.#probes[index].hits, location, ...more });
  }

  async #ask(method, params, probe = null) {
    if (this.#isFinished) throw kEnded;
    const asked = { method, probe };
    this.#asked = asked;
    debuglog('asks %s', method);
    try {
      const result = await this.#client.ask(method, params);
      if (this.#isFinished) throw kEnded;
      return result;
    } catch (error) {
      if (error !== kEnded) this.#refused(asked, error);
      throw kEnded;
    } finally {
      if (this.#asked === asked) this.#asked = null;
    }
  }

  // ---- ends

  #refused({ method, probe }, protocolError) {
    if (this.#isLeaving) {
      if (probe !== null) this.#fail('Target process exited during probe evaluation', REVIEW_ADVICE);
    } else if (!this.#isStarted) {
      this.#fail('Probe mode failed before user code ran', STARTUP_ADVICE, { protocolError });
    } else if (method === 'Debugger.evaluateOnCallFrame') {
      this.#fail('The inspector could not evaluate a probe expression',
        `The rejection details are recorded on the probe hit. ${REVIEW_ADVICE}`, { protocolError });
    } else if (this.#lastProbe !== null) {
      this.#fail('Probe session failed after a probe evaluation',
        'If the failure repeats, review the most-recently-evaluated probe expression.', { protocolError });
    } else {
      this.#fail('Probe session failed during inspector activity', REPORT_BUG, { protocolError });
    }
  }

  #said(text, stream) {
    if (stream !== 'stderr') return;
    this.#stderr += text;
    this.#tail += text;
    if (this.#isConnected && StringPrototypeIncludes(this.#tail, AT_END)) {
      this.#isLeaving = true;
      this.#client.reset();
    }
    this.#tail = StringPrototypeSlice(this.#tail, -AT_END.length);
  }

  #exited(code, signal) {
    if (!this.#isConnected || this.#isFinished) return;
    const pending = this.#pending();
    if (this.#asked?.probe) {
      this.#fail('Target process exited during probe evaluation', REVIEW_ADVICE);
    } else if (this.#isStarted && code === 0 && signal === null) {
      this.#finish(0, pending.length === 0 ? { event: 'completed' } : { event: 'miss', pending });
    } else {
      this.#finish(0, this.#exitEvent(code, signal));
    }
  }

  #exitEvent(code, signal) {
    const pending = this.#pending();
    const how = signal === null ? `with code ${code}` : `with signal ${signal}`;
    const what = pending.length === 0 ? 'target completion' : `probes: ${placesOf(this.#probes, pending)}`;
    const error = {
      code: 'probe_target_exit',
      message: `Target exited ${how} before ${what}`,
      exitCode: code ?? undefined,
      signal: signal ?? undefined,
      stderr: withoutInspectorLines(this.#stderr),
    };
    return { event: 'error', pending, error };
  }

  #disconnected() {
    if (!this.#isConnected || this.#isLeaving || this.#isFinished) return;
    const { exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null) {
      this.#exited(exitCode, signalCode);
    } else if (!this.#isStarted) {
      this.#fail('Inspector connection lost before probes started', STARTUP_ADVICE);
    } else if (this.#asked === null) {
      this.#fail('Inspector connection lost', 'The target was likely terminated externally. If the failure ' +
        'persists, check the target\'s process environment.');
    } else if (this.#asked.probe !== null || this.#lastProbe !== null) {
      this.#fail('Inspector connection lost during probe activity', 'A probe expression may have caused the ' +
        'disconnection. If the failure repeats, review the probe expressions.');
    } else {
      this.#fail('Inspector connection lost during inspector activity', REPORT_BUG);
    }
  }

  #timedOut() {
    if (this.#isFinished) return;
    if (this.#asked !== null) {
      const isOfProbe = this.#asked.probe !== null || this.#lastProbe !== null;
      this.#fail('Probe session timed out', isOfProbe ?
        'The probe expression may be slow, hanging, or interfering with the inspector connection. ' +
          'Try increasing `--timeout`; if the failure persists, review the probe expressions.' :
        'Try increasing `--timeout`; if the failure persists, please file an issue.');
      return;
    }
    const pending = this.#pending();
    const what = pending.length === 0 ? 'target completion' : `probes: ${placesOf(this.#probes, pending)}`;
    const message = `Timed out after ${this.#options.timeout}ms waiting for ${what}`;
    this.#finish(1, { event: 'timeout', pending, error: { code: 'probe_timeout', message } });
  }

  // The inspector failed, or the program did something to it. If the program has just died of something else, that is told.
  #fail(reason, advice, { protocolError, internalError } = {}) {
    if (this.#isFinished) return;
    const { exitCode, signalCode } = this.#child;
    const probe = this.#asked?.probe ?? null;
    if (probe === null && (signalCode !== null || (exitCode !== null && exitCode !== 0))) {
      this.#finish(0, this.#exitEvent(exitCode, signalCode));
      return;
    }
    const method = this.#asked?.method;
    const refusal = protocolError === undefined || protocolError.code === 'ERR_DEBUGGER_ERROR' ? undefined :
      { message: protocolError.message, code: protocolError.code };
    const isOfHit = refusal !== undefined && method === 'Debugger.evaluateOnCallFrame';
    if (probe !== null) {
      this.#hit(probe.index, probe.location, {
        error: isOfHit ?
          { message: 'Probe evaluation failed at the protocol layer', details: { protocolError: refusal } } :
          { message: 'Probe evaluation did not complete' },
      });
    }
    const pending = this.#pending();
    const missed = pending.length === 0 ? '' : ` before probes: ${placesOf(this.#probes, pending)}`;
    const hasDetails = method !== undefined || internalError !== undefined;
    const error = {
      code: 'probe_failure',
      message: `${reason}${missed}. ${advice}`,
      probe: probe?.index ?? (method === undefined ? undefined : this.#lastProbe ?? undefined),
      stderr: withoutInspectorLines(this.#stderr),
      details: hasDetails ? {
        lastCdpMethod: method,
        protocolError: isOfHit ? undefined : refusal,
        internalError: internalError && { message: internalError.message, stack: internalError.stack },
      } : undefined,
    };
    this.#finish(1, { event: 'error', pending, error });
  }

  #pending() {
    const pending = [];
    for (let i = 0; i < this.#probes.length; i++) if (this.#probes[i].hits === 0) ArrayPrototypePush(pending, i);
    return pending;
  }

  #finish(code, last) {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#end.resolve({ code, last });
  }
}

async function run(options) {
  try {
    const { code, report } = await new ProbeSession(options).run();
    process.stdout.write(options.json ? jsonOf(report, options.preview) : textOf(report));
    process.exit(code);
  } catch (error) {
    if (error.childStderr) process.stderr.write(error.childStderr);
    process.stderr.write(withLineEnd(`${error.message}`));
    process.exit(1);
  }
}

module.exports = { run };
