import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/** Sends beacons at a rate, each of another address, browser and referrer, until it is ended. */
const [url = '', perSecond = '500'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const PATHS = ['/', '/blog'];
const begin = performance.now();
let sent = 0;
const anyByte = () => Math.floor(Math.random() * 256);

function send(): void {
  const path = sent % 3 === 0 ? `/${randomUUID()}` : PATHS[sent % 2];
  const body = JSON.stringify({
    ...{ path, referrer: `https://${randomUUID()}.example/${randomUUID()}` },
    end: [0, 4],
  });
  request(url, {
    ...{ method: 'POST', agent },
    headers: {
      'content-type': 'text/plain',
      'user-agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/${sent}`,
      'x-forwarded-for': [anyByte(), anyByte(), anyByte(), anyByte()].join('.'),
    },
  })
    .on('response', (response) => response.resume())
    .on('error', () => {})
    .end(body);
}

for (;;) {
  const due = ((performance.now() - begin) / 1_000) * Number(perSecond);
  for (; sent < due; sent += 1) send();
  await wait(2);
}
