process.stdin.setEncoding('utf8');
let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => console.log('end', JSON.stringify(text)));
