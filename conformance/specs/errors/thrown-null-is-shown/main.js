'use strict';
throw null;
