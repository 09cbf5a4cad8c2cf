'use strict';
const sized = new ReadableStream({
  start(controller) {
    console.log(controller.desiredSize);
    controller.enqueue('four');
    console.log(controller.desiredSize);
    controller.enqueue('sixsix');
    console.log(controller.desiredSize);
  },
}, { highWaterMark: 8, size: (text) => text.length });
const bytes = new ByteLengthQueuingStrategy({ highWaterMark: 1024 });
const count = new CountQueuingStrategy({ highWaterMark: '7' });
console.log(sized, bytes, count, bytes.size(new Uint8Array(12)), count.size('anything'));
console.log(bytes.size === new ByteLengthQueuingStrategy({ highWaterMark: 1 }).size);
for (const strategy of [{ highWaterMark: -1 }, { highWaterMark: NaN }, { size: 5 }, 5]) {
  try { new ReadableStream({}, strategy); } catch (error) { console.log(error.name, error.code, error.message); }
}
for (const size of [-1, NaN, Infinity]) {
  try {
    new ReadableStream({ start(controller) { controller.enqueue(1); } }, { size: () => size });
  } catch (error) { console.log(error.name, error.code, error.message); }
}
