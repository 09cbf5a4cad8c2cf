import { area, names } from './shapes.js';
import data from './data.json';
import _ from 'lodash';
console.log(area(3), names().join(), data.answer, _.chunk([1, 2, 3, 4, 5], 2).length);
import('./late.js').then(({ late }) => console.log(late()));
