'use strict'; this is no JavaScript
