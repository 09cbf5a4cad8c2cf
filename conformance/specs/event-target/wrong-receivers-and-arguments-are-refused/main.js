'use strict';
const attempts = [
  () => EventTarget.prototype.addEventListener.call({}, 'a', () => {}),
  () => new EventTarget().addEventListener('a'),
  () => new EventTarget().addEventListener('a', 5),
  () => new EventTarget().addEventListener(Symbol('s'), () => {}),
  () => new EventTarget().dispatchEvent('a'),
  () => new EventTarget().dispatchEvent({ type: 'a' }),
  () => new Event(),
  () => new Event('a', 5),
  () => Object.getOwnPropertyDescriptor(Event.prototype, 'type').get.call({}),
  () => new AbortSignal(),
  () => Object.getOwnPropertyDescriptor(AbortSignal.prototype, 'aborted').get.call({}),
  () => AbortSignal.timeout(-1),
  () => AbortSignal.any([1]),
  () => AbortSignal.any(5),
  () => { const t = new EventTarget(), e = new Event('x'); let err; t.addEventListener('x', () => { try { t.dispatchEvent(e); } catch (x) { err = x; } }); t.dispatchEvent(e); throw err; },
];
for (const attempt of attempts) {
  try {
    console.log(attempt());
  } catch (err) {
    console.log(err.name, err.code, err.message);
  }
}
