'use strict';
const timer = setTimeout(() => console.log('in callback', timer._destroyed, timer.hasRef()), 1);
setTimeout(() => console.log('after', timer._destroyed, timer.hasRef()), 20);
