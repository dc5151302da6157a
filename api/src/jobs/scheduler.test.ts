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
    passTime: (ms: number) => {
      time.now += ms;
    },
    messages: (level: number) =>
      lines.filter((line) => line.level === level).map(({ msg, result }) => ({ msg, result })),
    createTestScheduler: (...jobs: Job[]) =>
      createScheduler({ db, log, jobs, clock: () => new Date(time.now) }),
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
  test('a periodic job runs at start and then at its interval', async () => {
    const { createTestScheduler, periodic, runs, passTime, messages } = await startTest(open);
    const scheduler = createTestScheduler(periodic('sweep'));
    await scheduler.tick();
    await scheduler.tick();
    passTime(HOUR - 1);
    await scheduler.tick();
    expect(runs).toHaveLength(1);
    passTime(1);
    await scheduler.tick();
    expect(runs).toHaveLength(2);
    expect(messages(30)).toEqual([
      { msg: 'job done: sweep', result: 1 },
      { msg: 'job done: sweep', result: 2 },
    ]);
  });

  test('what became of each job is remembered', async () => {
    const { createTestScheduler, periodic, passTime } = await startTest(open);
    let isFailing = true;
    const run = async () => {
      if (isFailing) throw new Error('not now');
    };
    const scheduler = createTestScheduler(periodic('sweep', { run }));
    const state = () => scheduler.states()[0];
    expect(state()).toMatchObject({ name: 'sweep', successes: 0, failures: 0, lastMs: undefined });
    await scheduler.tick();
    const lastFailure = new Date('2026-01-01T12:00:00.000Z');
    expect(state()).toMatchObject({ successes: 0, failures: 1, lastFailure });
    isFailing = false;
    passTime(HOUR);
    await scheduler.tick();
    const lastSuccess = new Date('2026-01-01T13:00:00.000Z');
    expect(state()).toMatchObject({ successes: 1, failures: 1, lastFailure, lastSuccess });
    expect(state()?.lastMs).toBeGreaterThanOrEqual(0);
  });

  test('a blog job runs in one process, a process job in each', async () => {
    const { createTestScheduler, periodic, runs, passTime } = await startTest(open);
    const jobs = [periodic('blog'), periodic('process', { scope: 'process' })];
    const processes = [
      createTestScheduler(...jobs),
      createTestScheduler(...jobs),
      createTestScheduler(...jobs),
    ];
    for (const round of [1, 2]) {
      await Promise.all(processes.map(({ tick }) => tick()));
      expect(runs.filter((name) => name === 'blog')).toHaveLength(round);
      expect(runs.filter((name) => name === 'process')).toHaveLength(3 * round);
      passTime(HOUR);
    }
  });

  test('a process that starts later runs the job again, unless it ran within the last minute', async () => {
    const { createTestScheduler, periodic, runs, passTime } = await startTest(open);
    await createTestScheduler(periodic('sweep')).tick();
    passTime(MINUTE - 1);
    await createTestScheduler(periodic('sweep')).tick();
    expect(runs).toHaveLength(1);
    passTime(1);
    await createTestScheduler(periodic('sweep')).tick();
    expect(runs).toHaveLength(2);
  });

  test('the claim of a crashed process expires, and the job runs again', async () => {
    const { db, createTestScheduler, periodic, runs, passTime } = await startTest(open);
    await db
      .insertInto('jobs')
      .values({
        name: 'sweep',
        claimed_by: 'crashed process',
        claimed_until: '2026-01-01T12:01:00.000Z',
        last_started_at: '2026-01-01T11:59:00.000Z',
        last_finished_at: '2026-01-01T11:00:00.000Z',
      })
      .execute();
    const scheduler = createTestScheduler(periodic('sweep'));
    await scheduler.tick();
    expect(runs).toEqual([]);
    passTime(2 * MINUTE);
    await scheduler.tick();
    expect(runs).toEqual(['sweep']);
  });

  test('claims and runs in the far future are ignored', async () => {
    const { db, createTestScheduler, periodic, runs } = await startTest(open);
    const future = '2036-01-01T12:00:00.000Z';
    for (const name of ['claimed', 'done'])
      await db
        .insertInto('jobs')
        .values({
          name,
          claimed_by: name === 'claimed' ? 'another process' : null,
          claimed_until: name === 'claimed' ? future : null,
          last_started_at: future,
          last_finished_at: future,
        })
        .execute();
    await createTestScheduler(periodic('claimed'), periodic('done')).tick();
    expect(runs).toEqual(['claimed', 'done']);
  });

  test('a failed job is logged, and the other jobs run', async () => {
    const { createTestScheduler, periodic, runs, messages } = await startTest(open);
    const fails = async () => {
      throw new Error('no room');
    };
    const scheduler = createTestScheduler(periodic('bad', { run: fails }), periodic('good'));
    await scheduler.tick();
    await scheduler.tick();
    expect(runs).toEqual(['good']);
    expect(messages(50)).toEqual([{ msg: 'job failed: bad', result: undefined }]);
  });

  test('a job without a result is logged only at debug level', async () => {
    const { createTestScheduler, periodic, messages } = await startTest(open);
    await createTestScheduler(periodic('idle', { run: async () => 0 })).tick();
    expect(messages(30)).toEqual([]);
    expect(messages(20)).toEqual([{ msg: 'job had nothing to do: idle', result: undefined }]);
  });

  test('a due job runs once among processes, also while another job runs', async () => {
    const { createTestScheduler, periodic, runs } = await startTest(open);
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
    const processes = [createTestScheduler(...jobs), createTestScheduler(...jobs)];
    const ticks = processes.map(({ tick }) => tick());
    await setImmediate();
    isDue = true;
    ticks.push(...processes.map(({ tick }) => tick()));
    await expect.poll(() => runs).toEqual(['publish']);
    slow.resolve();
    await Promise.all(ticks);
    expect(runs).toEqual(['publish']);
  });

  test('a failed due job is retried after the delay, by any process', async () => {
    const { createTestScheduler, runs, passTime, messages } = await startTest(open);
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
    const processes = [createTestScheduler(job), createTestScheduler(job)];
    for (const expected of [1, 1, 2]) {
      for (const { tick } of processes) await tick();
      expect(runs).toHaveLength(expected);
      passTime(2.5 * MINUTE);
    }
    expect(messages(50).map(({ msg }) => msg)).toEqual(['publishing failed', 'publishing failed']);
  });

  test('a job that claims rows runs in each process, also after one was killed', async () => {
    const { createTestScheduler, runs } = await startTest(open);
    const never = new Promise<void>(() => {});
    const job = (run: () => Promise<unknown>): Job => ({
      ...{ name: 'publish', scope: 'rows', retryAfterMs: MINUTE, run },
      isDue: async () => true,
    });
    // Nobody waits for it, as if its process had been killed.
    createTestScheduler(job(() => never)).tick();
    await createTestScheduler(job(async () => runs.push('publish'))).tick();
    expect(runs).toEqual(['publish']);
  });

  test('jobs that claim rows are polled more often than the others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { createTestScheduler, runs } = await startTest(open);
    const job = (scope: Job['scope']): Job => ({
      ...{ name: scope, scope, retryAfterMs: MINUTE, run: async () => {} },
      isDue: async () => runs.push(scope) < 0,
    });
    const scheduler = createTestScheduler(job('rows'), job('process'));
    scheduler.start();
    for (let n = 0; n < 5; n += 1) {
      await setImmediate();
      vi.advanceTimersByTime(1_000);
    }
    await scheduler.close();
    expect(runs.filter((scope) => scope === 'rows').length).toBe(6);
    expect(runs.filter((scope) => scope === 'process').length).toBe(2);
  });

  test('a job that runs often waits for no other, and runs at its interval', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { createTestScheduler, periodic, runs, passTime } = await startTest(open);
    const finished = Promise.withResolvers<void>();
    const long = { scope: 'process', run: () => finished.promise } as const;
    const scheduler = createTestScheduler(
      periodic('long', long),
      periodic('long, too', { ...long, everyMs: 5 * MINUTE }),
      periodic('often', { scope: 'process', everyMs: 5_000 }),
    );
    scheduler.start();
    for (let second = 0; second < 10; second += 1) {
      await setImmediate();
      // The run itself takes some time, too.
      passTime(1_001);
      vi.advanceTimersByTime(1_000);
    }
    await setImmediate();
    expect(runs).toEqual(['often', 'often', 'often']);
    finished.resolve();
    await scheduler.close();
  });

  test('an outage that a job on rows meets is logged as one, and ends with its next success', async () => {
    const { createTestScheduler, passTime, messages } = await startTest(open);
    let isDown = true;
    const scheduler = createTestScheduler({
      ...{ name: 'publish', scope: 'rows', retryAfterMs: MINUTE, run: async () => {} },
      isDue: async () => {
        if (isDown) throw Object.assign(new Error('down'), { code: 'ECONNREFUSED' });
        return false;
      },
    });
    for (let n = 0; n < 4; n += 1) {
      await scheduler.tick();
      expect(messages(50)).toHaveLength(n < 2 ? 0 : 1);
      passTime(MINUTE / 2);
    }
    isDown = false;
    await scheduler.tick();
    expect(messages(30).map(({ msg }) => msg)).toEqual(['jobs run again']);
  });

  test('the claim of a long job is renewed, and a job that lost its claim is aborted', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { db, createTestScheduler, periodic, runs, passTime } = await startTest(open);
    const started = Promise.withResolvers<AbortSignal>();
    const finished = Promise.withResolvers<void>();
    const run = (signal: AbortSignal) => {
      runs.push('long');
      started.resolve(signal);
      return finished.promise;
    };
    const running = createTestScheduler(periodic('long', { run })).tick();
    const signal = await started.promise;
    const claim = async () =>
      (await db.selectFrom('jobs').select('claimed_until').executeTakeFirst())?.claimed_until;
    passTime(MINUTE);
    vi.advanceTimersByTime(MINUTE / 2);
    await expect.poll(claim).toBe('2026-01-01T12:03:00.000Z');
    passTime(1.5 * MINUTE);
    await createTestScheduler(periodic('long', { run })).tick();
    expect(runs).toHaveLength(1);
    await db.updateTable('jobs').set({ claimed_by: 'another process' }).execute();
    vi.advanceTimersByTime(MINUTE / 2);
    await expect.poll(() => signal.aborted).toBe(true);
    finished.resolve();
    await running;
    expect(await claim()).toBe('2026-01-01T12:03:00.000Z');
  });

  test('close aborts the running job and waits for it; the next start runs the rest', async () => {
    const { db, createTestScheduler, periodic, runs, messages } = await startTest(open);
    const started = Promise.withResolvers<void>();
    const untilAborted = (signal: AbortSignal) => {
      started.resolve();
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => {
          runs.push('aborted');
          reject(signal.reason);
        });
      });
    };
    const scheduler = createTestScheduler(
      periodic('long', { run: untilAborted }),
      periodic('later'),
    );
    scheduler.start();
    await started.promise;
    await scheduler.close();
    expect(runs).toEqual(['aborted']);
    expect(messages(50)).toEqual([]);
    await scheduler.tick();
    expect(runs).toEqual(['aborted']);
    const [row] = await db.selectFrom('jobs').selectAll().execute();
    expect(row).toMatchObject({ name: 'long', claimed_by: null, claimed_until: null });
    await createTestScheduler(periodic('long'), periodic('later')).tick();
    expect(runs).toEqual(['aborted', 'long', 'later']);
  });

  test('an outage of the database stops no process job, and a long one is logged once', async () => {
    const { db, createTestScheduler, periodic, runs, passTime, messages } = await startTest(open);
    const scheduler = createTestScheduler(
      periodic('blog'),
      periodic('other'),
      periodic('process', { scope: 'process' }),
    );
    await db.schema.alterTable('jobs').renameTo('jobs_renamed').execute();
    for (let n = 0; n < 4; n += 1) {
      await scheduler.tick();
      expect(messages(50)).toHaveLength(n < 2 ? 0 : 1);
      passTime(MINUTE / 2);
    }
    expect(runs).toEqual(['process']);
    await db.schema.alterTable('jobs_renamed').renameTo('jobs').execute();
    await scheduler.tick();
    expect(runs).toEqual(['process', 'blog', 'other']);
    expect(messages(30).map(({ msg }) => msg)).toContain('jobs run again');
  });
});
