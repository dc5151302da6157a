import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCachedResponse, type ResponseContent } from './cached-response.ts';
import { type ContentRevision, createContentRevision } from './content-revision.ts';
import { createResponseCache } from './response-cache.ts';

function content(body: string, cacheable = true): ResponseContent {
  return { cacheable, headers: { 'content-type': 'text/plain' }, body };
}

function createTestRevision(): ContentRevision & { number: number } {
  const revision = {
    number: 1,
    cached: () => revision.number,
    current: async () => revision.number,
    refresh: async () => revision.number,
    reset: () => {},
  };
  return revision;
}

test('concurrent requests share one response for each revision', async () => {
  const revision = createTestRevision();
  const cache = createResponseCache({ revision });
  let count = 0;
  const make = async () => content(`${++count}`);
  const all = await Promise.all(Array.from({ length: 50 }, () => cache.getOrCreate('/a', make)));
  expect(new Set(all).size).toBe(1);
  expect(await cache.getOrCreate('/a', make)).toBe(all[0]);
  expect(cache.get('/a')).toBe(all[0]);
  expect(count).toBe(1);
  revision.number = 2;
  expect(cache.get('/a')).toBeUndefined();
  await cache.getOrCreate('/a', make);
  expect(count).toBe(2);
});

test('a request after a change does not get a response that was started before it', async () => {
  const revision = createTestRevision();
  const cache = createResponseCache({ revision });
  let finish = (_made: ResponseContent) => {};
  const slow = cache.getOrCreate('/a', () => new Promise((resolve) => (finish = resolve)));
  await Promise.resolve();
  revision.number = 2;
  const after = await cache.getOrCreate('/a', async () => content('new'));
  finish(content('old'));
  expect((await slow).encodedBody('identity')?.toString()).toBe('old');
  expect(after.encodedBody('identity')?.toString()).toBe('new');
  expect(cache.get('/a')).toBe(after);
});

test('what is not cacheable is not cached, and a failure is tried again', async () => {
  const cache = createResponseCache({ revision: createTestRevision() });
  await cache.getOrCreate('/404', async () => content('nothing', false));
  expect(cache.get('/404')).toBeUndefined();
  const broken = cache.getOrCreate('/a', async () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect(
    (await cache.getOrCreate('/a', async () => content('complete')))
      .encodedBody('identity')
      ?.toString(),
  ).toBe('complete');
  expect(cache.bytes).toBe('complete'.length);
});

test('the size is limited, and the least recently used response is evicted', async () => {
  const cache = createResponseCache({ revision: createTestRevision(), maxBytes: 10_000 });
  const page = async () => content('x'.repeat(1_200));
  for (let n = 0; n < 100; n += 1) {
    await cache.getOrCreate(`/${n}`, page);
    cache.get('/0');
    expect(cache.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(cache.get('/0')).toBeDefined();
  expect(cache.get('/99')).toBeDefined();
  expect(cache.get('/50')).toBeUndefined();
  await cache.getOrCreate('/large', async () => content('x'.repeat(7_501)));
  expect(cache.get('/large')).toBeUndefined();
});

test('what is created while the API may be stale is not cached', async () => {
  const revision = createTestRevision();
  const cache = createResponseCache({ revision, apiLagMs: 50 });
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await cache.getOrCreate('/a', async () => content('first'));
  expect(cache.get('/a')).toBeDefined();
  revision.number = 2;
  await cache.getOrCreate('/a', async () => content('old, perhaps'));
  expect(cache.get('/a')).toBeUndefined();
  vi.setSystemTime(Date.now() + 50);
  await cache.getOrCreate('/a', async () => content('new'));
  expect(cache.get('/a')).toBeDefined();
});

test('a change invalidates even if the new revision cannot be read', async () => {
  let fails = false;
  const read = async () => (fails ? Promise.reject(new Error('unreachable')) : 1);
  const cache = createResponseCache({ revision: createContentRevision(read, () => {}) });
  await cache.getOrCreate('/a', async () => content('old'));
  fails = true;
  await cache.invalidate();
  expect(cache.get('/a')).toBeUndefined();
  const response = await cache.getOrCreate('/a', async () => content('new'));
  expect(response.encodedBody('identity')?.toString()).toBe('new');
});

test('a body is compressed once, and is then kept only so', async () => {
  const cache = createResponseCache({ revision: createTestRevision() });
  const response = await cache.getOrCreate('/a', async () => content('a page '.repeat(1_000)));
  expect(cache.bytes).toBe(7_000);
  expect(response.encodedBody('br')).toBeUndefined();
  const [first, second] = await Promise.all([response.encode('br'), response.encode('br')]);
  expect(first).toBe(second);
  expect(cache.bytes).toBe(first.length);
  await response.recompress();
  expect(cache.bytes).toBe(response.encodedBody('br')?.length);
});

test.each(['br', 'gzip'] as const)('every encoding can be made of a body in %s', async (kept) => {
  const cache = createResponseCache({ revision: createTestRevision() });
  const text = 'a page '.repeat(1_000);
  const response = await cache.getOrCreate('/a', async () => content(text));
  const compressed = await response.encode(kept);
  const identity = await response.encode('identity');
  expect(identity.toString()).toBe(text);
  expect(cache.bytes).toBe(compressed.length + identity.length);
  const [zipped, brotli] = await Promise.all([response.encode('gzip'), response.encode('br')]);
  expect(gunzipSync(zipped).toString()).toBe(text);
  expect(brotliDecompressSync(brotli).toString()).toBe(text);
  expect(response.encodedBody('identity')).toBeUndefined();
  expect(cache.bytes).toBe(zipped.length + brotli.length);
});

test('the revision is cached for half a second, and longer while reading it fails', async () => {
  let now = 0;
  let number = 1;
  let reads = 0;
  let fails = false;
  const failures: unknown[] = [];
  let durationMs = 0;
  const read = async () => {
    reads += 1;
    now += durationMs;
    if (fails) throw new Error('unreachable');
    return number;
  };
  const revision = createContentRevision(
    read,
    (error) => failures.push(error),
    () => now,
  );
  expect(revision.cached()).toBeUndefined();
  expect(await Promise.all([revision.current(), revision.current()])).toEqual([1, 1]);
  number = 2;
  expect(revision.cached()).toBe(1);
  expect(await revision.current()).toBe(1);
  expect(reads).toBe(1);
  expect(await revision.refresh()).toBe(2);
  number = 3;
  now = 501;
  expect(revision.cached()).toBeUndefined();
  expect(await revision.current()).toBe(3);
  fails = true;
  durationMs = 10_000;
  now = 1_100;
  expect(await revision.current()).toBe(3);
  expect(failures).toHaveLength(1);
  // The next request does not wait for another failure.
  expect(revision.cached()).toBe(3);
});

test('while reading the revision fails, only the first request waits for it', async () => {
  const reads: PromiseWithResolvers<number>[] = [];
  let time = 0;
  const revision = createContentRevision(
    () => {
      const read = Promise.withResolvers<number>();
      reads.push(read);
      return read.promise;
    },
    () => {},
    () => time,
  );
  const first = revision.current();
  reads[0]?.resolve(1);
  expect(await first).toBe(1);

  time = 600;
  const whileFailing = revision.current();
  expect(revision.cached()).toBeUndefined();
  reads[1]?.reject(new Error('unreachable'));
  expect(await whileFailing).toBe(1);

  time = 900;
  expect(revision.cached()).toBe(1);
  time = 5_000;
  expect(revision.cached()).toBe(1);
  expect(await revision.current()).toBe(1);
  expect(reads).toHaveLength(3);
  reads[2]?.resolve(2);
  await reads[2]?.promise;
  expect(await revision.current()).toBe(2);
});

test('without a revision a response is created, and not cached', async () => {
  const revision = createContentRevision(
    async () => Promise.reject(new Error('unreachable')),
    () => {},
  );
  const cache = createResponseCache({ revision });
  const response = await cache.getOrCreate('/a', async () => content('made'));
  expect(response.encodedBody('identity')?.toString()).toBe('made');
  expect(cache.get('/a')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test('others have their turn while a large response is hashed, and its ETag is that of its bytes', async () => {
  // From here on, the turn of others is the next one.
  await stat('.');
  const order: string[] = [];
  setImmediate(() => order.push('others'));
  const body = 'a'.repeat(1_000_000);
  const response = await createCachedResponse({ cacheable: true, headers: {}, body });
  order.push('response');
  expect(order).toEqual(['others', 'response']);
  const hash = createHash('sha256').update(body).digest('base64url');
  expect(response.etag('identity')).toBe(`"${hash.slice(0, 22)}"`);
});

test('pictures are sent as they are: their formats are compressed already', async () => {
  const body = Buffer.alloc(5_000);
  const encodingOf = async (type: string) => {
    const headers = { 'content-type': type };
    return (await createCachedResponse({ cacheable: true, body, headers })).encodingFor('br');
  };
  expect(await encodingOf('image/png')).toBe('identity');
  expect(await encodingOf('image/svg+xml')).toBe('br');
  expect(await encodingOf('text/html; charset=utf-8')).toBe('br');
});
