import { STATUS_CODES } from 'node:http';
import type { AppResponse } from './app-response.ts';
import { toExactBuffer } from './encodings.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

export type Header = readonly [name: string, value: string];

/** The response has the bytes that are sent, except for its date and request id. */
export type RawResponse = {
  /** The bytes that it keeps in memory besides the body. */
  readonly headBytes: number;
  body(): Buffer;
  send(response: AppResponse, id: string): void;
};

/** Each slow client holds a copy, which must not be large. */
const MAX_TEMPLATE_BYTES = 64 * 1024;

const DATE = new Date(0).toUTCString();
/** The ids that we generate have this length; those of a proxy can have another. */
const ID = '00000000-0000-0000-0000-000000000000';

type Head = { readonly statusLine: string; readonly headers: string };

function formatHead({ statusLine, headers }: Head, date: string, id: string): string {
  return `${statusLine}Date: ${date}\r\n${REQUEST_ID_HEADER}: ${id}\r\n${headers}`;
}

function sendPieces(response: AppResponse, head: Head, id: string, body: Buffer): void {
  const text = formatHead(head, new Date().toUTCString(), id);
  response.endRaw(text, body.length > 0 ? body : undefined);
}

function createLarge(head: Head, body: Buffer): RawResponse {
  return {
    headBytes: head.headers.length,
    body: () => body,
    send: (response, id) => sendPieces(response, head, id, body),
  };
}

/**
 * Head and body are in one buffer. The date and the request id are written into it before it is sent. The body is a
 * view of it, so that there is no second copy.
 */
function createTemplate(head: Head, originalBody: Buffer): RawResponse {
  const headBuffer = Buffer.from(formatHead(head, DATE, ID), 'latin1');
  const bodyOffset = headBuffer.length;
  const dateOffset = headBuffer.indexOf(DATE);
  const idOffset = headBuffer.indexOf(ID);
  let bytes = toExactBuffer(Buffer.concat([headBuffer, originalBody]));
  let second = 0;
  /** True while a socket still uses the buffer, which then must not change. */
  let isInUse = false;

  const body = () => bytes.subarray(bodyOffset);

  return {
    headBytes: head.headers.length + bodyOffset,
    body,
    send(response, id) {
      // A pipelined response has no socket yet and would need its own copy; a client can pipeline hundreds.
      if (response.socket === null || id.length !== ID.length) {
        sendPieces(response, head, id, body());
        return;
      }
      const now = Date.now();
      const currentSecond = Math.floor(now / 1_000);
      if (isInUse) bytes = toExactBuffer(Buffer.from(bytes));
      if (second !== currentSecond) {
        bytes.write(new Date(now).toUTCString(), dateOffset, 'latin1');
        second = currentSecond;
      }
      bytes.write(id, idOffset, 'latin1');
      isInUse = !response.endRaw(bytes);
    },
  };
}

export function createRawResponse(
  status: number,
  fields: readonly Header[],
  keepAliveMs: number,
  body: Buffer = Buffer.alloc(0),
): RawResponse {
  const lines = [
    ...fields.map(([name, value]) => `${name}: ${value}`),
    'Connection: keep-alive',
    `Keep-Alive: timeout=${Math.floor(keepAliveMs / 1_000)}`,
  ];
  const head = {
    statusLine: `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`,
    headers: `${lines.join('\r\n')}\r\n\r\n`,
  };
  return body.length > MAX_TEMPLATE_BYTES ? createLarge(head, body) : createTemplate(head, body);
}
