'use strict';
console.log(require('#local'), require('#conditional'), require('#lib/one'), require('#package'));
for (const name of ['#missing', '#']) {
  try {
    require(name);
  } catch ({ name, code, message }) {
    console.log(name, code, message);
  }
}
