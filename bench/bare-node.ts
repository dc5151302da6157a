import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The minimum for comparison: one process that sends bytes from memory. */
const [port, ...files] = process.argv.slice(2);

const pages = new Map(
  files.map((file) => {
    const { address, headers, body } = JSON.parse(readFileSync(file, 'utf8'));
    return [address, { headers, body: Buffer.from(body, 'base64') }];
  }),
);

createServer((request, response) => {
  const page = pages.get(request.url);
  if (page) response.writeHead(200, page.headers).end(page.body);
  else response.writeHead(404).end();
}).listen(Number(port), '127.0.0.1');
