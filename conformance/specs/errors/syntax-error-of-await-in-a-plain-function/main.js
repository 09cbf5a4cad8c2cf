'use strict';
function plain() {
  await null;
}
