import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../test-support/dialects.ts';
import type { Job, PeriodicJob } from './job.ts';
import { createScheduler } from './scheduler.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type LogLine = { level: number; msg: string; job?: string; result?: unknown };

async function startTest(open: () => Promise<TestDatabase>) {
  const { db, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const time = { now: Date.parse('2026-01-01T12:00:00.000Z') };
  const lines: LogLine[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) });
  const runs: string[] = [];
  return {
    db,
    runs,
    pass: (ms: number) => {
      time.now += ms;
    },
    messages: (level: number) =>
      lines.filter((line) => line.level === level).map(({ msg, result }) => ({ msg, result })),
    /** One of several processes. */
    start: (...jobs: Job[]) => createScheduler({ db, log, jobs, clock: () => new Date(time.now) }),
    periodic: (name: string, more: Partial<PeriodicJob> = {}): PeriodicJob => ({
      name,
      scope: 'blog',
      everyMs: HOUR,
      run: async () => runs.push(name),
      ...more,
    }),
  };
}

eachDialect((open) => {
  test('a periodic job runs at the start and then every so often', async () => {
    const { start, periodic, runs, pass, messages } = await startTest(open);
    const process = start(periodic('sweep'));
    await process.tick();
    await process.tick();
    pass(HOUR - 1);
    await process.tick();
    expect(runs).toHaveLength(1);
    pass(1);
    await process.tick();
    expect(runs).toHaveLength(2);
    expect(messages(30)).toEqual([
      { msg: 'job done: sweep', result: 1 },
      { msg: 'job done: sweep', result: 2 },
    ]);
  });

  test('of several processes one runs it, and each runs what is its own', async () => {
    const { start, periodic, runs, pass } = await startTest(open);
    const jobs = [periodic('blog'), periodic('process', { scope: 'process' })];
    const processes = [start(...jobs), start(...jobs), start(...jobs)];
    for (const round of [1, 2]) {
      await Promise.all(processes.map(({ tick }) => tick()));
      expect(runs.filter((name) => name === 'blog')).toHaveLength(round);
      expect(runs.filter((name) => name === 'process')).toHaveLength(3 * round);
      pass(HOUR);
    }
  });

  test('a process that starts later runs it anew, unless another just has', async () => {
    const { start, periodic, runs, pass } = await startTest(open);
    await start(periodic('sweep')).tick();
    pass(MINUTE - 1);
    await start(periodic('sweep')).tick();
    expect(runs).toHaveLength(1);
    pass(1);
    await start(periodic('sweep')).tick();
    expect(runs).toHaveLength(2);
  });

  test('the claim of a process that has died runs out, and its run is made up for', async () => {
    const { db, start, periodic, runs, pass } = await startTest(open);
    await db
      .insertInto('jobs')
      .values({
        name: 'sweep',
        claimed_by: 'the dead',
        claimed_until: '2026-01-01T12:01:00.000Z',
        last_started_at: '2026-01-01T11:59:00.000Z',
        last_finished_at: '2026-01-01T11:00:00.000Z',
      })
      .execute();
    const process = start(periodic('sweep'));
    await process.tick();
    expect(runs).toEqual([]);
    pass(2 * MINUTE);
    await process.tick();
    expect(runs).toEqual(['sweep']);
  });

  test('a claim or a run from the future is of a clock that was wrong', async () => {
    const { db, start, periodic, runs } = await startTest(open);
    const future = '2036-01-01T12:00:00.000Z';
    for (const name of ['claimed', 'done'])
      await db
        .insertInto('jobs')
        .values({
          name,
          claimed_by: name === 'claimed' ? 'one' : null,
          claimed_until: name === 'claimed' ? future : null,
          last_started_at: future,
          last_finished_at: future,
        })
        .execute();
    await start(periodic('claimed'), periodic('done')).tick();
    expect(runs).toEqual(['claimed', 'done']);
  });

  test('one that fails is logged, and does not keep the others from running', async () => {
    const { start, periodic, runs, messages } = await startTest(open);
    const fails = async () => {
      throw new Error('no room');
    };
    const process = start(periodic('bad', { run: fails }), periodic('good'));
    await process.tick();
    await process.tick();
    expect(runs).toEqual(['good']);
    expect(messages(50)).toEqual([{ msg: 'job failed: bad', result: undefined }]);
  });

  test('nothing done is no line for the owner', async () => {
    const { start, periodic, messages } = await startTest(open);
    await start(periodic('idle', { run: async () => 0 })).tick();
    expect(messages(30)).toEqual([]);
    expect(messages(20)).toEqual([{ msg: 'job had nothing to do: idle', result: undefined }]);
  });

  test('a due job runs when it says so, while another still runs, and once among processes', async () => {
    const { start, periodic, runs } = await startTest(open);
    const slow = Promise.withResolvers<void>();
    let isDue = false;
    const jobs: Job[] = [
      periodic('slow', { run: () => slow.promise }),
      {
        name: 'publish',
        scope: 'blog',
        isDue: async () => isDue,
        retryAfterMs: MINUTE,
        run: async () => {
          isDue = false;
          return runs.push('publish');
        },
      },
    ];
    const processes = [start(...jobs), start(...jobs)];
    const ticks = processes.map(({ tick }) => tick());
    await setImmediate();
    isDue = true;
    ticks.push(...processes.map(({ tick }) => tick()));
    await expect.poll(() => runs).toEqual(['publish']);
    slow.resolve();
    await Promise.all(ticks);
    expect(runs).toEqual(['publish']);
  });

  test('a due job that fails is tried again after a while, by whichever process', async () => {
    const { start, runs, pass, messages } = await startTest(open);
    const job: Job = {
      name: 'publish',
      scope: 'blog',
      isDue: async () => true,
      retryAfterMs: 5 * MINUTE,
      failureMessage: 'publishing failed',
      run: async () => {
        runs.push('publish');
        throw new Error('no');
      },
    };
    const processes = [start(job), start(job)];
    for (const expected of [1, 1, 2]) {
      for (const { tick } of processes) await tick();
      expect(runs).toHaveLength(expected);
      pass(2.5 * MINUTE);
    }
    expect(messages(50).map(({ msg }) => msg)).toEqual(['publishing failed', 'publishing failed']);
  });

  test('the claim of a long job is renewed, and a job whose claim was lost is ended', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { db, start, periodic, runs, pass } = await startTest(open);
    const begun = Promise.withResolvers<AbortSignal>();
    const ended = Promise.withResolvers<void>();
    const run = (signal: AbortSignal) => {
      runs.push('long');
      begun.resolve(signal);
      return ended.promise;
    };
    const running = start(periodic('long', { run })).tick();
    const signal = await begun.promise;
    const claim = async () =>
      (await db.selectFrom('jobs').select('claimed_until').executeTakeFirst())?.claimed_until;
    pass(MINUTE);
    vi.advanceTimersByTime(MINUTE / 2);
    await expect.poll(claim).toBe('2026-01-01T12:03:00.000Z');
    pass(1.5 * MINUTE);
    await start(periodic('long', { run })).tick();
    expect(runs).toHaveLength(1);
    await db.updateTable('jobs').set({ claimed_by: 'another' }).execute();
    vi.advanceTimersByTime(MINUTE / 2);
    await expect.poll(() => signal.aborted).toBe(true);
    ended.resolve();
    await running;
    expect(await claim()).toBe('2026-01-01T12:03:00.000Z');
  });

  test('closing in the middle ends the job, waits for it, and leaves the rest to the next start', async () => {
    const { db, start, periodic, runs, messages } = await startTest(open);
    const begun = Promise.withResolvers<void>();
    const untilAborted = (signal: AbortSignal) => {
      begun.resolve();
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          runs.push('ended');
          reject(signal.reason);
        });
      });
    };
    const process = start(periodic('long', { run: untilAborted }), periodic('later'));
    process.start();
    await begun.promise;
    await process.close();
    expect(runs).toEqual(['ended']);
    expect(messages(50)).toEqual([]);
    await process.tick();
    expect(runs).toEqual(['ended']);
    const [row] = await db.selectFrom('jobs').selectAll().execute();
    expect(row).toMatchObject({ name: 'long', claimed_by: null, claimed_until: null });
    await start(periodic('long'), periodic('later')).tick();
    expect(runs).toEqual(['ended', 'long', 'later']);
  });

  test('a database that cannot be written to stops no process, and is said once if it lasts', async () => {
    const { db, start, periodic, runs, pass, messages } = await startTest(open);
    const process = start(
      periodic('blog'),
      periodic('other'),
      periodic('process', { scope: 'process' }),
    );
    await db.schema.alterTable('jobs').renameTo('away').execute();
    for (let n = 0; n < 4; n += 1) {
      await process.tick();
      expect(messages(50)).toHaveLength(n < 2 ? 0 : 1);
      pass(MINUTE / 2);
    }
    expect(runs).toEqual(['process']);
    await db.schema.alterTable('away').renameTo('jobs').execute();
    await process.tick();
    expect(runs).toEqual(['process', 'blog', 'other']);
    expect(messages(30).map(({ msg }) => msg)).toContain('jobs run again');
  });
});
