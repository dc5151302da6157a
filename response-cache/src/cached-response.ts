import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createEncodedBodies } from './encoded-bodies.ts';
import {
  compress,
  type Encoding,
  MAX_SYNC_BYTES,
  MIN_COMPRESSED_BYTES,
  toExactBuffer,
} from './encodings.ts';
import { createRawResponse, type Header, type RawResponse } from './raw-response.ts';

export type Headers = Readonly<Record<string, string>>;

export type ResponseContent = {
  readonly status?: number;
  readonly headers: Headers;
  readonly body: string | Buffer;
  /** True if the URL has this response until the content changes. */
  readonly cacheable: boolean;
  /** Called whenever it is sent for a GET request. */
  readonly onSend?: ((request: IncomingMessage) => void) | undefined;
};

/** A 304 does not have these headers. */
export function isBodyHeader(header: string): boolean {
  return /^(content-(type|encoding|length)|link)$/i.test(header);
}

function isKeptIn304([name]: Header): boolean {
  return !isBodyHeader(name);
}

function bodyHeaders(encoding: Encoding, { length }: Buffer): Header[] {
  const lengthHeader: Header = ['content-length', String(length)];
  return encoding === 'identity' ? [lengthHeader] : [['content-encoding', encoding], lengthHeader];
}

/** These formats are compressed already. */
const COMPRESSED_TYPES = /^image\/(?!svg)/;

/** Maximum-quality brotli takes a second for each half a megabyte. */
const MAX_RECOMPRESSED_BYTES = 300_000;

export type CachedResponse = Pick<ResponseContent, 'onSend'> & {
  readonly status: number;
  readonly headers: Headers;
  readonly createdAt: number;
  etag(encoding: Encoding): string;
  /** True if the If-None-Match header names this response, in any encoding. */
  matchesEtag(ifNoneMatch: string): boolean;
  encodingFor(wanted: Encoding): Encoding;
  /** Undefined if the body is not encoded yet. */
  encodedBody(encoding: Encoding): Buffer | undefined;
  encode(encoding: Encoding): Promise<Buffer>;
  recompress(): Promise<void>;
  readonly canRecompress: boolean;
  readonly bytes: number;
  /** The headers of the first response, without those that depend on its request. */
  sentHeaders: readonly Header[] | undefined;
  /**
   * The bytes that are sent, with status 304 or its own. Undefined if the response was not sent or not compressed
   * before.
   */
  raw(encoding: Encoding, isNotModified: boolean, keepAliveMs: number): RawResponse | undefined;
};

export async function hashOf(body: Buffer<ArrayBuffer>): Promise<string> {
  const hash =
    body.length <= MAX_SYNC_BYTES
      ? createHash('sha256').update(body).digest()
      : Buffer.from(await crypto.subtle.digest('SHA-256', body));
  return hash.toString('base64url').slice(0, 22);
}

export async function createCachedResponse(
  content: ResponseContent,
  onResize: () => void = () => {},
): Promise<CachedResponse> {
  const status = content.status ?? 200;
  const { headers } = content;
  const bytes = Buffer.from(content.body);
  const hash = await hashOf(bytes);
  const body = toExactBuffer(bytes);
  const bodies = createEncodedBodies(body, onResize);
  let isBestQuality = false;
  const isIncompressible =
    body.length < MIN_COMPRESSED_BYTES || COMPRESSED_TYPES.test(headers['content-type'] ?? '');
  let skipRecompress = isIncompressible || body.length > MAX_RECOMPRESSED_BYTES;

  // The ETag is strong, so different bytes need different tags.
  function etag(encoding: Encoding): string {
    if (encoding === 'identity') return `"${hash}"`;
    return `"${hash}-${encoding}${isBestQuality && encoding === 'br' ? '11' : ''}"`;
  }

  const response: CachedResponse = {
    status,
    headers,
    onSend: content.onSend,
    createdAt: Date.now(),
    etag,
    matchesEtag: (ifNoneMatch) =>
      ifNoneMatch.split(',').some((entry) => {
        const tag = entry.trim().replace(/^W\//, '');
        return tag === '*' || tag === `"${hash}"` || tag.startsWith(`"${hash}-`);
      }),
    encodingFor: (wanted) => (isIncompressible ? 'identity' : wanted),
    encodedBody: bodies.get,
    encode: bodies.encode,
    async recompress() {
      skipRecompress = true;
      const best = await compress(await bodies.identity(), 'br', 'best');
      bodies.store('br', best);
      isBestQuality = true;
    },
    get canRecompress() {
      return !skipRecompress && bodies.get('br') !== undefined;
    },
    get bytes() {
      return bodies.bytes;
    },
    sentHeaders: undefined,
    raw(encoding, isNotModified, keepAliveMs) {
      const { sentHeaders } = this;
      if (!sentHeaders) return undefined;
      const tagged = (): Header[] => [...sentHeaders, ['etag', etag(encoding)]];
      return isNotModified
        ? bodies.rawNotModified(encoding, () =>
            createRawResponse(304, tagged().filter(isKeptIn304), keepAliveMs),
          )
        : bodies.raw(encoding, (encoded) =>
            createRawResponse(
              status,
              [...tagged(), ...bodyHeaders(encoding, encoded)],
              keepAliveMs,
              encoded,
            ),
          );
    },
  };
  return response;
}
