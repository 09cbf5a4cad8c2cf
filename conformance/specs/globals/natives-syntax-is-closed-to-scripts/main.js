'use strict';
try {
  new Function('%DebugPrint(1)');
} catch ({ name }) {
  console.log(name);
}
