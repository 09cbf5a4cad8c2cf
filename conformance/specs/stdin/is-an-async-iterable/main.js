(async () => {
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  console.log(String(Buffer.concat(chunks)), process.stdin.fd);
})();
