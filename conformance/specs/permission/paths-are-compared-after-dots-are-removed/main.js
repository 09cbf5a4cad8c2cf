// Ways around the names that are granted, each once a hole of Node's or like one.
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');
const folder = path.join(__dirname, 'open');
const secret = path.join(__dirname, 'closed', 'secret.txt');
const attempt = (name, file, run = fs.readFileSync) => {
  try {
    console.log(name, String(run(file)).trim());
  } catch (error) {
    console.log(name, error.code, error.permission, String(error.resource).split(__dirname).join('.'));
  }
};

attempt('granted', path.join(folder, 'a.txt'));
attempt('granted with dots', `${folder}/../open/./a.txt`);
attempt('granted with slashes', `${folder}//a.txt`);
attempt('granted relative', './open/a.txt');
attempt('granted buffer', Buffer.from('open/a.txt'));
attempt('granted URL', pathToFileURL(path.join(folder, 'a.txt')));
attempt('a name that begins as a granted one', `${folder}2/a.txt`);
attempt('dots', `${folder}/../closed/secret.txt`);
attempt('dots in a buffer', Buffer.from(`${folder}/../closed/secret.txt`));
attempt('dots in a Uint8Array', new Uint8Array(Buffer.from(`${folder}/../closed/secret.txt`)));
attempt('dots in a URL', new URL(`${pathToFileURL(folder)}/%2e%2e/closed/secret.txt`));
attempt('slashes in front', `//${secret}`);
attempt('a dot in front', `${folder}/./.././closed/secret.txt`);
attempt('the root of the process', `/proc/self/root${secret}`);
attempt('its folder', '/proc/self/cwd/closed/secret.txt');
attempt('no UTF-8', Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff, 0xfe]), Buffer.from('/../../closed/secret.txt')]));

class Liar extends Uint8Array {
  toString() { return path.join(folder, 'a.txt'); }
  get length() { return 3; }
}
attempt('a view that lies', new Liar(Buffer.from(secret)));

let asked = 0;
const url = pathToFileURL(path.join(folder, 'a.txt'));
Object.defineProperty(url, 'pathname', { get: () => (asked++ === 0 ? path.join(folder, 'a.txt') : secret) });
let got;
try {
  got = String(fs.readFileSync(url));
} catch (error) {
  got = error.code;
}
console.log('a URL that changes', got.includes('secret'));

// What the check could have used, replaced.
try { path.resolve = () => folder; } catch {}
try { path.toNamespacedPath = () => folder; } catch {}
console.log('path is frozen', Object.isFrozen(path));
Buffer.prototype.utf8Write = () => {};
Buffer.prototype.toString = () => folder;
String.prototype.startsWith = () => true;
Array.prototype.includes = () => true;
process.permission.has = () => true;
process.cwd = () => folder;
attempt('after patches', secret);
attempt('after patches, as bytes', new Uint8Array([...secret].map((c) => c.charCodeAt(0))));
new fs.ReadStream(secret).on('error', (error) => console.log('after patches, in a stream', error.code));
