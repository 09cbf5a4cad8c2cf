import value, { named, viaDefine, spread } from './value.cjs';
import * as all from './value.cjs';
import * as literal from './literal.cjs';
console.log(value, named, viaDefine, spread, Object.keys(all));
console.log(value === all.default, all['module.exports'] === value, all.computed);
console.log(Object.keys(literal), literal.default);
