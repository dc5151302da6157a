import { STATUS_CODES } from 'node:http';
import type { AppResponse } from './app-response.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

export type Header = readonly [name: string, value: string];

/** An answer as it goes over the wire: only its date and the id of its request are still to come. */
export type Wire = {
  readonly status: string;
  readonly headers: string;
  readonly body: Buffer | undefined;
  /** All of it in one piece, where it is short enough. */
  readonly whole: Whole | undefined;
};

/** A whole answer, into which the date and the id are written before it is sent. */
type Whole = {
  bytes: Buffer;
  readonly dateAt: number;
  readonly idAt: number;
  second: number;
  /** Whether a client has not taken all of it yet: then it must stay as it is. */
  isOnItsWay: boolean;
};

/** Each client that is slow to read has a copy of its own, which must not be large. */
const LARGEST_WHOLE = 64 * 1024;

const DATE = new Date(0).toUTCString();
/** An id as we make them; others are of any length. */
const ID = '00000000-0000-0000-0000-000000000000';

function head(status: string, date: string, id: string, headers: string): string {
  return `${status}Date: ${date}\r\n${REQUEST_ID_HEADER}: ${id}\r\n${headers}`;
}

function makeWhole(status: string, headers: string, body?: Buffer): Whole | undefined {
  if (body && body.length > LARGEST_WHOLE) return undefined;
  const start = Buffer.from(head(status, DATE, ID, headers), 'latin1');
  return {
    bytes: body ? Buffer.concat([start, body]) : start,
    dateAt: start.indexOf(DATE),
    idAt: start.indexOf(ID),
    second: 0,
    isOnItsWay: false,
  };
}

export function createRawResponse(
  code: number,
  fields: readonly Header[],
  keepAlive: string,
  body?: Buffer,
): Wire {
  const lines = [
    ...fields.map(([name, value]) => `${name}: ${value}`),
    'Connection: keep-alive',
    `Keep-Alive: ${keepAlive}`,
  ];
  const status = `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n`;
  const headers = `${lines.join('\r\n')}\r\n\r\n`;
  return { status, headers, body, whole: makeWhole(status, headers, body) };
}

function sendWhole(response: AppResponse, whole: Whole, id: string): void {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (whole.isOnItsWay) whole.bytes = Buffer.from(whole.bytes);
  if (whole.second !== second) {
    whole.bytes.write(new Date(now).toUTCString(), whole.dateAt, 'latin1');
    whole.second = second;
  }
  whole.bytes.write(id, whole.idAt, 'latin1');
  response.endRaw(whole.bytes);
  whole.isOnItsWay = response.writableLength > 0;
}

/** Sends a response whose headers are bytes, or text, already. */
export function sendRaw(response: AppResponse, wire: Wire, id: string): void {
  const { status, headers, body, whole } = wire;
  // One that waits behind another on its connection would need a copy: a visitor can make hundreds wait.
  const isNext = response.socket !== null;
  if (whole && isNext && id.length === ID.length) sendWhole(response, whole, id);
  else response.endRaw(head(status, new Date().toUTCString(), id, headers), body);
}
