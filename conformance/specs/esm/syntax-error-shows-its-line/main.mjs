import './broken.mjs';
