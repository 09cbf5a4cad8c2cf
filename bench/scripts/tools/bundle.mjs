import * as d3 from 'd3';
import _ from 'lodash-es';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import * as rxjs from 'rxjs';

window.used = { d3, _, rxjs };
createRoot(document.body).render(createElement('p', null, 'hello'));
