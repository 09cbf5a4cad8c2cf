import fs from 'fs';

const kindOf = (source) => (source === null ? 'null' : Buffer.isBuffer(source) ? 'Buffer' : typeof source);

export async function load(url, context, nextLoad) {
  const result = await nextLoad(url, context);
  const { source, format } = result;
  fs.writeSync(1, `thread: ${url.replace(/.*\//, '')} ${context.format} ${format} ${kindOf(source)} ${source?.length}\n`);
  return result;
}
