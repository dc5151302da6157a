import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MAX_UPLOAD_BYTES } from '@longhand/contract/media/image-names';
import { type ResolvedAddress, requestPinned, resolvePublic } from '../../public-addresses.ts';

const TIMEOUT_MS = 30_000;
const MAX_REDIRECTS = 5;
const MAX_FAILURES = 5;

type FetchOptions = {
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly resolveHost?: (hostname: string) => Promise<ResolvedAddress[]>;
};

const HEADERS = { accept: 'image/*', 'accept-encoding': 'identity' };

function atMost(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > maxBytes ? new Error('too large') : null, chunk);
    },
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, url: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) return null;
  return URL.parse(headers.location, url);
}

/** Follows several redirects; each address is checked like the first. */
async function follow(
  first: URL,
  signal: AbortSignal,
  resolveHost: NonNullable<FetchOptions['resolveHost']>,
): Promise<IncomingMessage | undefined> {
  let url: URL | null = first;
  for (let redirects = 0; url && redirects <= MAX_REDIRECTS; redirects += 1) {
    if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
    const addresses = await resolveHost(url.hostname);
    if (addresses.length === 0) return undefined;
    const response: IncomingMessage = await requestPinned(url, addresses, {
      headers: HEADERS,
      signal,
    });
    if (response.statusCode === 200) return response;
    response.destroy();
    url = redirectOf(response, url);
  }
  return undefined;
}

/** False if the response is no picture that can be imported; fails if there is no response. */
async function fetchOnce(
  url: URL,
  to: string,
  { maxBytes, signal, resolveHost }: Required<Omit<FetchOptions, 'timeoutMs'>>,
): Promise<boolean> {
  const response = await follow(url, signal, resolveHost);
  if (!response) return false;
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) {
    response.destroy();
    return false;
  }
  await pipeline(response, atMost(maxBytes), createWriteStream(to), { signal });
  return true;
}

/**
 * Fetches only from public addresses. A host that did not answer several times in a row is not asked again:
 * the host of a blog with thousands of pictures may be gone.
 */
export function createPictureFetch({
  signal: stopped = new AbortController().signal,
  maxBytes = MAX_UPLOAD_BYTES,
  timeoutMs = TIMEOUT_MS,
  resolveHost = resolvePublic,
}: FetchOptions = {}) {
  const failures = new Map<string, number>();

  /** False if the picture cannot be fetched. */
  return async (url: URL, to: string): Promise<boolean> => {
    const failed = failures.get(url.host) ?? 0;
    if (failed >= MAX_FAILURES) return false;
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]);
    try {
      const isFetched = await fetchOnce(url, to, { maxBytes, signal, resolveHost });
      failures.delete(url.host);
      return isFetched;
    } catch (error) {
      stopped.throwIfAborted();
      if (isDiskError(error)) throw error;
      failures.set(url.host, failed + 1);
      return false;
    }
  };
}

function isDiskError(error: unknown): boolean {
  return ['open', 'write', 'close'].includes((error as NodeJS.ErrnoException).syscall ?? '');
}
