const from = (text) => import(`data:text/javascript,${encodeURIComponent(text)}`);
console.log((await from('export default 1 + 1')).default);
console.log((await import('data:text/javascript;base64,ZXhwb3J0IGRlZmF1bHQgJ2Jhc2U2NCc=')).default);
console.log((await import('data:application/json,{"a":1}', { with: { type: 'json' } })).default);
await from('import "./relative.mjs"').catch((error) => console.log(error.code));
await from('import "package"').catch((error) => console.log(error.code));
console.log(typeof (await from('export { readFile } from "fs"')).readFile);
await import('data:text/plain,x').catch((error) => console.log(error.code, error.message));
