#!/usr/bin/env node
'use strict';
throw new Error('in line three');
