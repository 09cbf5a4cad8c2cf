'use strict';
throw 'just text';
