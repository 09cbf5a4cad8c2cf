// Packages that clean up when the process ends listen to whatever they find.
const { signals } = require('os').constants;

process.on('warning', () => {});
for (const name of Object.keys(signals)) {
  try {
    process.on(name, () => {});
    process.off(name, () => {}).removeAllListeners(name);
  } catch (error) {
    console.log(name, error.code, error.message);
  }
}
console.log('end');
