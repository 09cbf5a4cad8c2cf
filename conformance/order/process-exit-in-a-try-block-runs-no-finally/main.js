'use strict';
try {
  console.log('try');
  process.exit(0);
} catch {
  console.log('never');
} finally {
  console.log('never');
}
