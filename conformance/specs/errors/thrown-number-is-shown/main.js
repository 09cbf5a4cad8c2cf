'use strict';
throw 42;
