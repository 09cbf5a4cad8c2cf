'use strict';
const vfs = require('node:vfs');

const files = vfs.create({ emitExperimentalWarning: false });
const until = (watcher, wanted) => new Promise((resolve) => {
  const seen = [];
  watcher.on('change', (event, name) => {
    if (seen.includes(`${event} ${name}`)) return;
    seen.push(`${event} ${name}`);
    if (seen.length === wanted) resolve(seen.sort().join());
  });
});

(async () => {
  files.mkdirSync('/d/sub', { recursive: true });
  files.writeFileSync('/f', 'a');
  files.writeFileSync('/d/old', 'a');

  const one = files.watch('/f', { interval: 5 });
  const changed = until(one, 1);
  files.writeFileSync('/f', 'longer');
  console.log(await changed);
  one.on('close', () => console.log('closed'));
  one.close();
  one.close();

  const folder = files.watch('/d', { interval: 5 });
  const inside = until(folder, 2);
  files.writeFileSync('/d/new', 'a');
  files.unlinkSync('/d/old');
  console.log(await inside);
  folder.close();

  const tree = files.watch('/d', { interval: 5, recursive: true });
  const below = until(tree, 1);
  files.writeFileSync('/d/sub/deep', 'a');
  console.log(await below);
  tree.close();

  const iterator = files.promises.watch('/f', { interval: 5, encoding: 'buffer' });
  const next = iterator.next();
  files.writeFileSync('/f', 'even longer');
  const { value } = await next;
  console.log(value.eventType, value.filename);
  console.log(await iterator.return(), await iterator.next());

  const controller = new AbortController();
  const aborted = files.promises.watch('/f', { interval: 5, signal: controller.signal });
  const waiting = aborted.next();
  controller.abort();
  await waiting.catch((error) => console.log(error.name, error.code));

  await new Promise((resolve) => {
    files.watchFile('/later', { interval: 5 }, (now, before) => {
      console.log(now.size, before.size, before.mode);
      files.unwatchFile('/later');
      resolve();
    });
    setTimeout(() => files.writeFileSync('/later', 'xyz'), 20);
  });
})();
