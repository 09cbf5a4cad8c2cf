'use strict';
for (const delay of [-1, 0, 0.5, 1.9, '7', null, undefined, true]) {
  const timer = setTimeout(() => {}, delay);
  console.log(delay, timer._idleTimeout);
  clearTimeout(timer);
}
