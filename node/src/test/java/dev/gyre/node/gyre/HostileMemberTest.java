package dev.gyre.node.gyre;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.gyre.node.TestRuntime;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A node, and a member beside it that may send what it likes. After each attack the node does a task. */
final class HostileMemberTest {
    private static final String SETUP = """
            const { closeChannel, openChannel } = require('internal/bridge');
            const { KIND, Outbox, read } = require('internal/gyre/cluster_wire');
            const { NodeService } = require('internal/gyre/node_service');
            const { VERSION } = require('internal/gyre/node_executor');
            const { fromMessage } = require('internal/gyre/errors_as_messages');
            const { fromBytes } = require('internal/v8/deserializer');
            const { toBytes } = require('internal/v8/serializer');
            const { hash } = require('crypto');
            const native = binding('nodes');
            const kinds = Object.fromEntries(Object.entries(KIND).map(([name, kind]) => [kind, name]));
            const answers = []; // that nobody has asked for yet
            const asking = [];
            let node;
            setInterval(() => {}, 2 ** 30); // nothing else keeps it
            process.removeAllListeners('warning');
            process.on('warning', ({ message }) => console.log('warning:', message));
            const service = new NodeService({ name: 'victim', workers: 1 }, { joined: start, failed: console.log, members() {} });
            const channel = openChannel((message) => {
              if (message[0] === 'members') node = 1;
              if (typeof message[0] !== 'number') return;
              read(message, 4, (kind, session, id, x, y, body) => {
                if (![KIND.WELCOME, KIND.NEED, KIND.DONE, KIND.FAILED].includes(kind)) return;
                const answer = { kind: kinds[kind], id, value: body.length > 1 ? fromBytes(body) : undefined };
                if (asking.length > 0) asking.shift()(answer);
                else answers.push(answer);
              });
            });
            function start() { native.join(channel, 'attacker', '', 0, [], ''); begin(); }
            const answer = () => (answers.length > 0 ? Promise.resolve(answers.shift()) : new Promise((resolve) => { asking.push(resolve); }));
            const raw = (bytes) => native.send(channel, node, bytes);
            const send = (kind, id, x, y, body) => {
              const outbox = new Outbox();
              outbox.write(kind, 1, id, x, y, body);
              raw(outbox.take());
            };
            const offer = (number, manifest, id) => {
              const text = JSON.stringify(manifest);
              send(KIND.OFFER, 0, number, 0, toBytes({ id: id ?? hash('sha256', text), text, job: {} }));
            };
            const sourceOf = (source) => ({ entry: { source, folder: '/app' }, files: [], links: [] });
            let last = 0;
            const run = (number, value) => send(KIND.TASK, ++last, number, 0, toBytes(value));
            const say = ({ kind, value }) => {
              const { code, message } = kind === 'FAILED' ? fromMessage(value) : { code: value, message: '' };
              console.log(kind, code, message);
            };
            async function begin() {
              while (node === undefined) await new Promise((resolve) => setImmediate(resolve));
              send(KIND.HELLO, 0, VERSION, 0);
              console.log((await answer()).kind);
              await attack();
              offer(1, sourceOf('((n) => n + 1)'));
              run(1, 41);
              say(await answer());
              service.drain(() => process.exit());
              send(KIND.BYE, 0, 0, 0); // it waits for this after its own
            }
            """;

    private static void attack(String body, String expected) {
        TestRuntime.Result result =
                TestRuntime.inCore(SETUP + "async function attack() {" + body + "}", Map.of(), _ -> {});
        assertEquals("WELCOME\n" + expected + "DONE 42 \n", result.out() + result.err());
        assertEquals(0, result.exitCode());
    }

    @Test
    void filesThatAreNotWhatWasAnnouncedAreRefused() {
        attack(
                """
                offer(7, { entry: { file: '/app/work.js' }, files: [['/app/work.js', hash('sha256', 'module.exports = (n) => n')]], links: [] });
                run(7, 1);
                console.log((await answer()).kind);
                send(KIND.FILE, 0, 7, 0, Buffer.from("module.exports = () => require('fs').unlinkSync('/')"));
                say(await answer());
                """,
                "NEED\nFAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: /app/work.js is not what was announced\n");
    }

    /** Two programs offer the same code; what one of them sends is refused, and the other one is asked. */
    @Test
    void refusedFilesAreAskedOfAnotherProgramWithTheSameCode() {
        attack("""
                const manifest = { entry: { file: '/app/work.js' }, files: [['/app/work.js', hash('sha256', 'module.exports = (n) => n')]], links: [] };
                for (const number of [7, 8]) {
                  offer(number, manifest);
                  run(number, number);
                }
                console.log((await answer()).kind);
                send(KIND.FILE, 0, 7, 0, Buffer.from('module.exports = () => 666'));
                for (const one of [await answer(), await answer()].sort((a, b) => a.kind < b.kind ? -1 : 1)) say(one);
                send(KIND.FILE, 0, 8, 0, Buffer.from('module.exports = (n) => n'));
                say(await answer());
                """, """
                NEED
                FAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: /app/work.js is not what was announced
                NEED [ 0 ]\s
                DONE 8\s
                """);
    }

    @Test
    void aProgramThatEndedBeforeItSentItsFilesIsAskedWhenItComesBack() {
        attack("""
                const begin = () => {
                  offer(7, { entry: { file: '/app/work.js' }, files: [['/app/work.js', hash('sha256', 'module.exports = (n) => n')]], links: [] });
                  run(7, 1);
                };
                begin();
                say(await answer());
                send(KIND.HELLO, 0, VERSION, 0);
                console.log((await answer()).kind);
                begin();
                say(await answer());
                send(KIND.FILE, 0, 7, 0, Buffer.from('module.exports = (n) => n'));
                say(await answer());
                """, "NEED [ 0 ] \nWELCOME\nNEED [ 0 ] \nDONE 1 \n");
    }

    @Test
    void aListOfFilesThatWasChangedIsRefused() {
        attack(
                """
                offer(7, sourceOf('((n) => 666)'), hash('sha256', 'another list'));
                run(7, 1);
                say(await answer());
                """,
                "FAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: its list of files is not the one that was announced\n");
    }

    @Test
    void filesOutsideOfTheFolderAreRefused() {
        attack("""
                for (const name of ['/app/../../etc/passwd', 'work.js', '/app//x', 7]) {
                  offer(7, { entry: { file: name }, files: [[name, hash('sha256', '')]], links: [] });
                  run(7, 1);
                  say(await answer());
                }
                """, """
                FAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: /app/../../etc/passwd is no plain path
                FAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: work.js is no plain path
                FAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: /app//x is no plain path
                FAILED ERR_GYRE_CODE_REFUSED The node refuses the code of this task: 7 is no plain path
                """);
    }

    @Test
    void filesThatNobodyAskedForAreIgnored() {
        attack("""
                offer(7, sourceOf('((n) => n)'));
                for (let i = 0; i < 3; i++) send(KIND.FILE, i, 7, 0, Buffer.from('x'));
                send(KIND.FILE, 0, 99, 0, Buffer.from('x'));
                run(7, 1);
                say(await answer());
                """, "DONE 1 \n");
    }

    @Test
    void messagesThatEndTooEarlyAreDropped() {
        attack("""
                raw(new Uint8Array([KIND.TASK, 0, 0]));
                raw(new Uint8Array(25).fill(255));
                await new Promise((resolve) => setImmediate(resolve));
                """, """
                warning: A message of the member attacker is dropped: it ends within a record
                warning: A message of the member attacker is dropped: it ends within a body
                """);
    }

    @Test
    void valuesOfTheWrongKindAreDropped() {
        attack("""
                process.removeAllListeners('warning');
                let count = 0;
                process.on('warning', () => count++);
                const wrong = [Buffer.from([255, 15, 1, 2, 3]), toBytes(null), toBytes('text'), toBytes({ id: 1 }), toBytes([{}]), undefined];
                for (const body of wrong) for (const kind of [KIND.OFFER, KIND.CHECK, KIND.SHARE, KIND.BROADCAST]) send(kind, 1, 1, 0, body);
                send(KIND.TASK, 1, 1, NaN, toBytes(1));
                send(250, 1, 1, 1, toBytes(1));
                for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
                console.log(count > 15);
                """, "true\n");
    }

    @Test
    void randomBytesAreSurvived() {
        attack("""
                process.removeAllListeners('warning');
                process.on('warning', () => {});
                let seed = 12345;
                const next = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) >> 8;
                for (let i = 0; i < 3000; i++) {
                  const size = next() % 60;
                  const bytes = Uint8Array.from({ length: size }, () => next() & 255);
                  if (next() % 2 === 0) raw(bytes);
                  else send(2 + next() % 24, next() % 4, next() % 4, next(), bytes); // not HELLO
                  if (i % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
                }
                // Whatever it made of that, a new greeting makes a new session.
                send(KIND.HELLO, 0, VERSION, 0);
                let greeting;
                do greeting = await answer(); while (greeting.kind !== 'WELCOME');
                """, "");
    }
}
