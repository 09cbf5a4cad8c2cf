const { url } = import.meta; import('node:fs').then(() => { throw new Error(`after import() in ${typeof url}`); });
