import { STATUS_CODES } from 'node:http';
import type { AppResponse } from './app-response.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

export type Header = readonly [name: string, value: string];

/** A response as it is sent, except for its date and request id. */
export type RawResponse = {
  readonly statusLine: string;
  readonly headers: string;
  readonly body: Buffer | undefined;
  /** Head and body in one buffer, if the body is small enough. */
  readonly template: Template | undefined;
};

/** The date and the request id are written into the buffer before it is sent. */
type Template = {
  bytes: Buffer;
  readonly dateOffset: number;
  readonly idOffset: number;
  second: number;
  /** Whether a socket still holds the buffer: then it must not change. */
  isInUse: boolean;
};

/** Each slow client holds a copy, which must not be large. */
const MAX_TEMPLATE_BYTES = 64 * 1024;

const DATE = new Date(0).toUTCString();
/** The ids that we generate have this length; those of a proxy can have another. */
const ID = '00000000-0000-0000-0000-000000000000';

function formatHead(statusLine: string, date: string, id: string, headers: string): string {
  return `${statusLine}Date: ${date}\r\n${REQUEST_ID_HEADER}: ${id}\r\n${headers}`;
}

function createTemplate(statusLine: string, headers: string, body?: Buffer): Template | undefined {
  if (body && body.length > MAX_TEMPLATE_BYTES) return undefined;
  const head = Buffer.from(formatHead(statusLine, DATE, ID, headers), 'latin1');
  return {
    bytes: body ? Buffer.concat([head, body]) : head,
    dateOffset: head.indexOf(DATE),
    idOffset: head.indexOf(ID),
    second: 0,
    isInUse: false,
  };
}

export function createRawResponse(
  status: number,
  fields: readonly Header[],
  keepAlive: string,
  body?: Buffer,
): RawResponse {
  const lines = [
    ...fields.map(([name, value]) => `${name}: ${value}`),
    'Connection: keep-alive',
    `Keep-Alive: ${keepAlive}`,
  ];
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  const headers = `${lines.join('\r\n')}\r\n\r\n`;
  return { statusLine, headers, body, template: createTemplate(statusLine, headers, body) };
}

function sendTemplate(response: AppResponse, template: Template, id: string): void {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (template.isInUse) template.bytes = Buffer.from(template.bytes);
  if (template.second !== second) {
    template.bytes.write(new Date(now).toUTCString(), template.dateOffset, 'latin1');
    template.second = second;
  }
  template.bytes.write(id, template.idOffset, 'latin1');
  response.endRaw(template.bytes);
  template.isInUse = response.writableLength > 0;
}

export function sendRaw(response: AppResponse, raw: RawResponse, id: string): void {
  const { statusLine, headers, body, template } = raw;
  // A pipelined response has no socket yet and would need its own copy; a client can pipeline hundreds.
  const hasSocket = response.socket !== null;
  if (template && hasSocket && id.length === ID.length) sendTemplate(response, template, id);
  else response.endRaw(formatHead(statusLine, new Date().toUTCString(), id, headers), body);
}
