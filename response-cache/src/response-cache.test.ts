import { expect, test } from 'vitest';
import type { ResponseContent } from './cached-response.ts';
import { type ContentRevision, createContentRevision } from './content-revision.ts';
import { createResponseCache } from './response-cache.ts';

function made(body: string, keep = true): ResponseContent {
  return { keep, headers: { 'content-type': 'text/plain' }, body };
}

/** A revision that a test sets by hand. */
function setRevision(): ContentRevision & { number: number } {
  const revision = {
    number: 1,
    known: () => revision.number,
    current: async () => revision.number,
    look: async () => revision.number,
    forget: () => {},
  };
  return revision;
}

test('however many ask, an answer is made once for each state of the content', async () => {
  const revision = setRevision();
  const kept = createResponseCache({ revision });
  let count = 0;
  const make = async () => made(`${++count}`);
  const all = await Promise.all(Array.from({ length: 50 }, () => kept.get('/a', make)));
  expect(new Set(all).size).toBe(1);
  expect(await kept.get('/a', make)).toBe(all[0]);
  expect(kept.peek('/a')).toBe(all[0]);
  expect(count).toBe(1);
  revision.number = 2;
  expect(kept.peek('/a')).toBeUndefined();
  await kept.get('/a', make);
  expect(count).toBe(2);
});

test('who asks after a change does not get what was begun before it', async () => {
  const revision = setRevision();
  const kept = createResponseCache({ revision });
  let finish = (_made: ResponseContent) => {};
  const slow = kept.get('/a', () => new Promise((resolve) => (finish = resolve)));
  await Promise.resolve();
  revision.number = 2;
  const after = await kept.get('/a', async () => made('new'));
  finish(made('old'));
  expect((await slow).ready('identity')?.toString()).toBe('old');
  expect(after.ready('identity')?.toString()).toBe('new');
  expect(kept.peek('/a')).toBe(after);
});

test('what is not to be kept is not, and what fails is made again', async () => {
  const kept = createResponseCache({ revision: setRevision() });
  await kept.get('/404', async () => made('nothing', false));
  expect(kept.peek('/404')).toBeUndefined();
  const broken = kept.get('/a', async () => Promise.reject(new Error('broken')));
  await expect(broken).rejects.toThrow('broken');
  expect((await kept.get('/a', async () => made('whole'))).ready('identity')?.toString()).toBe(
    'whole',
  );
  expect(kept.bytes).toBe('whole'.length);
});

test('it never holds more than it may: what was not asked for goes first', async () => {
  const kept = createResponseCache({ revision: setRevision(), maxBytes: 10_000 });
  const page = async () => made('x'.repeat(1_200));
  for (let n = 0; n < 100; n += 1) {
    await kept.get(`/${n}`, page);
    kept.peek('/0');
    expect(kept.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(kept.peek('/0')).toBeDefined();
  expect(kept.peek('/99')).toBeDefined();
  expect(kept.peek('/50')).toBeUndefined();
  await kept.get('/large', async () => made('x'.repeat(5_001)));
  expect(kept.peek('/large')).toBeUndefined();
});

test('what is made while others may still be behind is not kept', async () => {
  const revision = setRevision();
  const kept = createResponseCache({ revision, othersLagMs: 50 });
  await kept.get('/a', async () => made('first'));
  expect(kept.peek('/a')).toBeDefined();
  revision.number = 2;
  await kept.get('/a', async () => made('old, perhaps'));
  expect(kept.peek('/a')).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 60));
  await kept.get('/a', async () => made('new'));
  expect(kept.peek('/a')).toBeDefined();
});

test('a change whose number cannot be seen is a change all the same', async () => {
  let fails = false;
  const read = async () => (fails ? Promise.reject(new Error('away')) : 1);
  const kept = createResponseCache({ revision: createContentRevision(read, () => {}) });
  await kept.get('/a', async () => made('old'));
  fails = true;
  await kept.refresh();
  expect(kept.peek('/a')).toBeUndefined();
  const answer = await kept.get('/a', async () => made('new'));
  expect(answer.ready('identity')?.toString()).toBe('new');
});

test('the packed bodies count, too, and are packed once', async () => {
  const kept = createResponseCache({ revision: setRevision() });
  const answer = await kept.get('/a', async () => made('a page '.repeat(1_000)));
  const plain = kept.bytes;
  expect(answer.ready('br')).toBeUndefined();
  const [one, other] = await Promise.all([answer.pack('br'), answer.pack('br')]);
  expect(one).toBe(other);
  expect(kept.bytes).toBe(plain + one.length);
  await answer.improve();
  expect(kept.bytes).toBe(plain + (answer.ready('br')?.length ?? 0));
});

test('the revision is looked up twice a second at most, and believed when that fails', async () => {
  let now = 0;
  let number = 1;
  let looks = 0;
  let fails = false;
  const failures: unknown[] = [];
  let takes = 0;
  const read = async () => {
    looks += 1;
    now += takes;
    if (fails) throw new Error('away');
    return number;
  };
  const revision = createContentRevision(
    read,
    (error) => failures.push(error),
    () => now,
  );
  expect(revision.known()).toBeUndefined();
  expect(await Promise.all([revision.current(), revision.current()])).toEqual([1, 1]);
  number = 2;
  expect(revision.known()).toBe(1);
  expect(await revision.current()).toBe(1);
  expect(looks).toBe(1);
  expect(await revision.look()).toBe(2);
  number = 3;
  now = 501;
  expect(revision.known()).toBeUndefined();
  expect(await revision.current()).toBe(3);
  fails = true;
  takes = 10_000;
  now = 1_100;
  expect(await revision.current()).toBe(3);
  expect(failures).toHaveLength(1);
  // However long it took to fail: the next one does not wait as long.
  expect(revision.known()).toBe(3);
});

test('while it is away, nobody but the first waits for a look that takes long to fail', async () => {
  const answers: PromiseWithResolvers<number>[] = [];
  let time = 0;
  const revision = createContentRevision(
    () => {
      const answer = Promise.withResolvers<number>();
      answers.push(answer);
      return answer.promise;
    },
    () => {},
    () => time,
  );
  const first = revision.current();
  answers[0]?.resolve(1);
  expect(await first).toBe(1);

  time = 600;
  const whileAway = revision.current();
  expect(revision.known()).toBeUndefined();
  answers[1]?.reject(new Error('away'));
  expect(await whileAway).toBe(1);

  time = 900;
  expect(revision.known()).toBe(1);
  time = 5_000;
  expect(revision.known()).toBe(1);
  expect(await revision.current()).toBe(1);
  expect(answers).toHaveLength(3);
  answers[2]?.resolve(2);
  await answers[2]?.promise;
  expect(await revision.current()).toBe(2);
});

test('without any revision an answer is made, and not kept', async () => {
  const revision = createContentRevision(
    async () => Promise.reject(new Error('away')),
    () => {},
  );
  const kept = createResponseCache({ revision });
  const answer = await kept.get('/a', async () => made('made'));
  expect(answer.ready('identity')?.toString()).toBe('made');
  expect(kept.peek('/a')).toBeUndefined();
  expect(kept.bytes).toBe(0);
});
