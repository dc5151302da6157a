import { expect, test } from 'vitest';
import { createContentRevision } from './content-revision.ts';

/** A revision whose looks a test ends by hand, and whose clock it moves. */
function startRevision() {
  const looks: PromiseWithResolvers<number>[] = [];
  const clock = { now: 0 };
  const revision = createContentRevision(
    () => {
      const look = Promise.withResolvers<number>();
      looks.push(look);
      return look.promise;
    },
    () => {},
    () => clock.now,
  );
  return { looks, clock, revision };
}

const AWAY = new Error('away');

/** Knows 1; a poll is under way since 300, and a writer looks since 310, after its change. */
async function pollAndWriterUnderWay() {
  const started = startRevision();
  const { looks, clock, revision } = started;
  const first = revision.current();
  looks[0]?.resolve(1);
  await first;
  clock.now = 300;
  expect(revision.known()).toBe(1);
  clock.now = 310;
  const written = revision.look();
  expect(looks).toHaveLength(3);
  return { ...started, written };
}

test('a poll that fails while a writer looks does not take away what the writer finds', async () => {
  const { looks, clock, revision, written } = await pollAndWriterUnderWay();
  clock.now = 320;
  looks[1]?.reject(AWAY);
  await looks[1]?.promise.catch(() => {});
  clock.now = 330;
  looks[2]?.resolve(2);
  expect(await written).toBe(2);
  expect(revision.known()).toBe(2);
});

test('a poll that fails after a writer has looked does not make its number last longer', async () => {
  const { looks, clock, revision, written } = await pollAndWriterUnderWay();
  looks[2]?.resolve(2);
  expect(await written).toBe(2);
  clock.now = 700;
  looks[1]?.reject(AWAY);
  await looks[1]?.promise.catch(() => {});
  expect(revision.known()).toBe(2);
  clock.now = 310 + 501;
  expect(revision.known()).toBeUndefined();
});

test('a poll that began before a change is not believed once the change could not be seen', async () => {
  const { looks, clock, revision, written } = await pollAndWriterUnderWay();
  clock.now = 320;
  looks[2]?.reject(AWAY);
  await expect(written).rejects.toThrow('away');
  revision.forget();
  looks[1]?.resolve(1);
  await looks[1]?.promise;
  expect(revision.known()).toBeUndefined();
  const next = revision.current();
  looks[3]?.resolve(2);
  expect(await next).toBe(2);
  expect(revision.known()).toBe(2);
});
