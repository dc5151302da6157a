import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The minimum for comparison: one process that sends bytes from memory. */
const [port, page = '', headersFile = ''] = process.argv.slice(2);
const body = readFileSync(page);
const headers = JSON.parse(readFileSync(headersFile, 'utf8'));

createServer((_, response) => response.writeHead(200, headers).end(body)).listen(
  Number(port),
  '127.0.0.1',
);
