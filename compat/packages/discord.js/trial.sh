node main.js
