import { once } from 'node:events';
import { type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { onTestFinished } from 'vitest';

type Target = {
  readonly origin: string;
  readonly ca: Buffer;
  /** Instead of what the name resolves to. */
  readonly host?: string;
  readonly localAddress?: string;
};

export type Http2Response = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** One connection, closed after the test. */
export function connectHttp2({ origin, ca, host = '127.0.0.1', localAddress }: Target) {
  const { hostname, port } = new URL(origin);
  const session = connect(origin, {
    createConnection: () =>
      connectTls({
        ...{ host, ca, servername: hostname, ALPNProtocols: ['h2'], port: Number(port) },
        ...(localAddress && { localAddress }),
      }),
  });
  onTestFinished(() => session.destroy());

  async function responseOf(stream: ClientHttp2Stream): Promise<Http2Response> {
    const [headers] = await once(stream, 'response');
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return { status: headers[':status'], headers, body: Buffer.concat(chunks) };
  }

  return {
    open: (headers: OutgoingHttpHeaders, endStream = true) =>
      session.request(headers, { endStream }),
    get: (path: string, headers: OutgoingHttpHeaders = {}) =>
      responseOf(session.request({ ':path': path, ...headers })),
    async post(path: string, body: Buffer, headers: OutgoingHttpHeaders = {}) {
      // As browsers do.
      const length = { 'content-length': body.length };
      const stream = session.request({ ':path': path, ':method': 'POST', ...length, ...headers });
      const response = responseOf(stream);
      // After an early response nothing more is taken.
      stream.on('error', () => {}).end(body);
      return response;
    },
  };
}

export type Http2Client = ReturnType<typeof connectHttp2>;
