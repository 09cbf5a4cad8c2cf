'use strict';
for (const delay of [NaN, 'text', {}]) {
  const timer = setTimeout(() => {}, delay);
  console.log(timer._idleTimeout);
}
