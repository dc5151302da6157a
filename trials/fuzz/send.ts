import { Agent, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { type HttpResponse, sendRequest } from '../../test-support/http-client.ts';

export type SentRequest = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
};

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

function sendOnce(origin: URL, sent: SentRequest): Promise<HttpResponse> {
  const { method, target, body } = sent;
  const headers: OutgoingHttpHeaders = { ...sent.headers };
  if (body) headers['content-length'] = body.length;
  const { hostname: host, port } = origin;
  return sendRequest({ host, port, path: target, method, headers, agent }, body);
}

/** Why a second attempt: the server may close a keep-alive connection while the request is sent. */
export async function send(origin: URL, sent: SentRequest): Promise<HttpResponse> {
  try {
    return await sendOnce(origin, sent);
  } catch {
    return sendOnce(origin, { ...sent, headers: { ...sent.headers, connection: 'close' } });
  }
}

/** As a curl command. */
export function describe(origin: URL, { method, target, headers, body }: SentRequest): string {
  const options = Object.entries(headers).map(
    ([name, value]) => `-H ${JSON.stringify(`${name}: ${value}`)}`,
  );
  const bytes = body?.toString('latin1').slice(0, 1_500);
  const data = bytes === undefined ? '' : ` --data-binary ${JSON.stringify(bytes)}`;
  const rest = body && body.length > 1_500 ? ` # … ${body.length} bytes` : '';
  return `curl -X ${method} --path-as-is '${origin.origin}${target.slice(0, 1_500)}' ${options.join(' ')}${data}${rest}`;
}

const IDLE_MS = 3_000;

/** Resolves when the server closes the connection, or sends nothing for a while. */
export function sendRaw(origin: URL, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(origin.port), origin.hostname, () =>
      socket.end(Buffer.from(bytes, 'latin1')),
    );
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    // A reset after the response is fine.
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
