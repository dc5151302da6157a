import { once } from 'node:events';
import { request } from 'node:http';

type Sent = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** Sends the first half of a request, which the server has begun to read. */
export async function sendHalf(url: string, { headers, body }: Sent) {
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length, expect: '100-continue' },
  });
  const response = once(sent, 'response').then(([received]) => received.resume());
  // A test that expects the connection to break does not wait for a response.
  response.catch(() => {});
  const closed = new Promise((resolve) => sent.once('close', resolve));
  await once(sent, 'continue');
  sent.write(bytes.subarray(0, half));
  return { response, closed, finish: () => sent.end(bytes.subarray(half)) };
}

export function sendHalfLogin(url: string, password: string) {
  return sendHalf(`${url}/api/login`, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
}
