'use strict'; // without tests: it passes if it ends with 0
