'use strict';
throw function named() {};
