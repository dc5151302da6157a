import {
  Agent,
  request as httpRequest,
  type IncomingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { urlToHttpOptions } from 'node:url';

export type HttpResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type RequestInput = { method?: string; headers?: Record<string, string>; body?: unknown };

const agent = new Agent({ keepAlive: true });

export function sendRequest(options: RequestOptions, body: string | Buffer | undefined) {
  return new Promise<HttpResponse>((resolve, reject) => {
    const clientRequest = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    clientRequest.once('error', reject);
    clientRequest.end(body);
  });
}

/** On a keep-alive connection. */
export function request(
  url: string,
  { method = 'GET', headers = {}, body }: RequestInput = {},
): Promise<HttpResponse> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const options = { ...urlToHttpOptions(new URL(url)), agent, method };
  return sendRequest({ ...options, headers: { ...headers, ...type } }, text);
}

/** Throws on any other status. */
export async function requestOk(
  url: string,
  input?: RequestInput,
  status = 200,
): Promise<HttpResponse> {
  const response = await request(url, input);
  if (response.status === status) return response;
  throw new Error(`${url} answered ${response.status}: ${response.body.toString().slice(0, 500)}`);
}

export async function respondsOk(url: string): Promise<boolean> {
  return request(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}
