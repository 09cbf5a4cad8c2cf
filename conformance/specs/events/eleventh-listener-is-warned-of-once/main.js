'use strict';
const EventEmitter = require('events');
process.removeAllListeners('warning');
process.on('warning', (w) => console.log(w.name, w.type, w.count, w.message));
class Radio extends EventEmitter {}
const radio = new Radio();
for (let i = 0; i < 13; i++) radio.on('news', () => {});
const target = new EventTarget();
for (let i = 0; i < 12; i++) target.addEventListener('news', () => {});
EventEmitter.setMaxListeners(1, radio);
radio.on('sport', () => {}).on('sport', () => {});
