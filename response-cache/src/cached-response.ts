import { createHash } from 'node:crypto';
import { compress, type Encoding, MIN_COMPRESSED_BYTES, toExactBuffer } from './encodings.ts';

export type Headers = Readonly<Record<string, string>>;

export type ResponseContent = {
  readonly status?: number;
  readonly headers: Headers;
  readonly body: string | Buffer;
  /** Whether the URL has this response until the content changes. */
  readonly cacheable: boolean;
};

/** Their formats are compressed already. */
const COMPRESSED_TYPES = /^image\/(?!svg)/;

/** Maximum-quality brotli takes a second for each half a megabyte. */
const MAX_RECOMPRESSED_BYTES = 300_000;

export type CachedResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly createdAt: number;
  etag(encoding: Encoding): string;
  /** Whether an If-None-Match header names this response, in any encoding. */
  matchesEtag(ifNoneMatch: string): boolean;
  encodingFor(wanted: Encoding): Encoding;
  /** The encoded body, if it has been compressed already. */
  encodedBody(encoding: Encoding): Buffer | undefined;
  compress(encoding: Encoding): Promise<Buffer>;
  /** Compresses with the best quality, once. */
  recompress(): Promise<void>;
  readonly canRecompress: boolean;
  readonly bytes: number;
  /** The headers of the first response, without those of its request. */
  sentHeaders: readonly (readonly [name: string, value: string])[] | undefined;
};

export function createCachedResponse(
  content: ResponseContent,
  onResize: () => void = () => {},
): CachedResponse {
  const body = toExactBuffer(Buffer.from(content.body));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const bodies = new Map<Encoding, Buffer>([['identity', body]]);
  const compressing = new Map<Encoding, Promise<Buffer>>();
  let bytes = body.length;
  let isBestQuality = false;
  const isIncompressible =
    body.length < MIN_COMPRESSED_BYTES ||
    COMPRESSED_TYPES.test(content.headers['content-type'] ?? '');
  let skipRecompress = isIncompressible || body.length > MAX_RECOMPRESSED_BYTES;

  function store(encoding: Encoding, encoded: Buffer): Buffer {
    bytes += encoded.length - (bodies.get(encoding)?.length ?? 0);
    bodies.set(encoding, encoded);
    onResize();
    return encoded;
  }

  return {
    status: content.status ?? 200,
    headers: content.headers,
    createdAt: Date.now(),
    // A strong ETag: different bytes need different tags.
    etag: (encoding) => {
      if (encoding === 'identity') return `"${hash}"`;
      return `"${hash}-${encoding}${isBestQuality && encoding === 'br' ? '11' : ''}"`;
    },
    matchesEtag: (ifNoneMatch) =>
      ifNoneMatch.split(',').some((entry) => {
        const tag = entry.trim().replace(/^W\//, '');
        return tag === '*' || tag === `"${hash}"` || tag.startsWith(`"${hash}-`);
      }),
    encodingFor: (wanted) => (isIncompressible ? 'identity' : wanted),
    encodedBody: (encoding) => bodies.get(encoding),
    async compress(encoding) {
      const encoded = bodies.get(encoding);
      if (encoded) return encoded;
      const pending = compressing.get(encoding);
      if (pending) return pending;
      const compressed = compress(body, encoding)
        .then((bytes) => store(encoding, bytes))
        .finally(() => compressing.delete(encoding));
      compressing.set(encoding, compressed);
      return compressed;
    },
    async recompress() {
      skipRecompress = true;
      store('br', await compress(body, 'br', 'best'));
      isBestQuality = true;
    },
    get canRecompress() {
      return !skipRecompress && bodies.has('br');
    },
    get bytes() {
      return bytes;
    },
    sentHeaders: undefined,
  };
}
