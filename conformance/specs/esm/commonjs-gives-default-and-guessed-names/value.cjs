exports.named = 1;
Object.defineProperty(exports, 'viaDefine', { enumerable: true, value: 2 });
exports['comp' + 'uted'] = 3;
__exportStar(require('./more.cjs'), exports);
function __exportStar(from, to) { for (const key in from) to[key] = from[key]; }
