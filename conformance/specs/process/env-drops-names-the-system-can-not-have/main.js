'use strict';
process.env[''] = 'x';
process.env['A=B'] = 'x';
process.env.CUT = 'up to\0here';
console.log(process.env[''], process.env['A=B'], process.env.CUT);
console.log(structuredClone(process.env).CUT);
