import { createHash } from 'node:crypto';
import { compress, type Encoding, exactly, WORTH_COMPRESSING } from './encodings.ts';

export type Headers = Readonly<Record<string, string>>;

/** What somebody made to be answered, before it is bytes. */
export type ResponseContent = {
  readonly status?: number;
  readonly headers: Headers;
  readonly body: string | Buffer;
  /** Whether the same address gets the same answer until something changes. */
  readonly keep: boolean;
};

/** The thorough way takes a second for each half a megabyte. */
const WORTH_IMPROVING = 300_000;

export type CachedResponse = {
  readonly status: number;
  readonly headers: Headers;
  readonly madeAt: number;
  etag(encoding: Encoding): string;
  /** Whether an If-None-Match header names what this is, packed in whatever way. */
  isKnownBy(ifNoneMatch: string): boolean;
  encodingFor(wanted: Encoding): Encoding;
  /** The bytes, if they were packed already. */
  ready(encoding: Encoding): Buffer | undefined;
  pack(encoding: Encoding): Promise<Buffer>;
  /** Packs once more, as small as can be; once. */
  improve(): Promise<void>;
  readonly isImprovable: boolean;
  readonly bytes: number;
  /** The headers that it was first sent with, as far as they are the same for everybody. */
  sentHeaders: readonly (readonly [name: string, value: string])[] | undefined;
};

export function createCachedResponse(
  made: ResponseContent,
  onGrowth: () => void = () => {},
): CachedResponse {
  const body = exactly(Buffer.from(made.body));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  const bodies = new Map<Encoding, Buffer>([['identity', body]]);
  const packing = new Map<Encoding, Promise<Buffer>>();
  let bytes = body.length;
  let isBest = false;
  let improved = body.length < WORTH_COMPRESSING || body.length > WORTH_IMPROVING;

  function hold(encoding: Encoding, packed: Buffer): Buffer {
    bytes += packed.length - (bodies.get(encoding)?.length ?? 0);
    bodies.set(encoding, packed);
    onGrowth();
    return packed;
  }

  return {
    status: made.status ?? 200,
    headers: made.headers,
    madeAt: Date.now(),
    // Other bytes, another tag: it is a strong one.
    etag: (encoding) => {
      if (encoding === 'identity') return `"${hash}"`;
      return `"${hash}-${encoding}${isBest && encoding === 'br' ? '11' : ''}"`;
    },
    isKnownBy: (ifNoneMatch) =>
      ifNoneMatch.split(',').some((each) => {
        const tag = each.trim().replace(/^W\//, '');
        return tag === '*' || tag === `"${hash}"` || tag.startsWith(`"${hash}-`);
      }),
    encodingFor: (wanted) => (body.length < WORTH_COMPRESSING ? 'identity' : wanted),
    ready: (encoding) => bodies.get(encoding),
    async pack(encoding) {
      const ready = bodies.get(encoding);
      if (ready) return ready;
      const begun = packing.get(encoding);
      if (begun) return begun;
      const packed = compress(body, encoding)
        .then((bytes) => hold(encoding, bytes))
        .finally(() => packing.delete(encoding));
      packing.set(encoding, packed);
      return packed;
    },
    async improve() {
      improved = true;
      hold('br', await compress(body, 'br', 'best'));
      isBest = true;
    },
    get isImprovable() {
      return !improved && bodies.has('br');
    },
    get bytes() {
      return bytes;
    },
    sentHeaders: undefined,
  };
}
