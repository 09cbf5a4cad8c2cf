const files = require('node:vfs').create();
try {
  files.mount('/mnt/gyre-vfs');
} catch (error) {
  console.log(error.code, error.message);
}
