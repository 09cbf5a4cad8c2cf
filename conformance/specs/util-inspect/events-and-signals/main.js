'use strict';
const controller = new AbortController();
console.log(controller.signal, controller);
console.log(new EventTarget());
