'use strict';
throw new Error('failed', { cause: { code: 42, reason: 'none' } });
