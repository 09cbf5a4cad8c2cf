import './throws.mjs';
