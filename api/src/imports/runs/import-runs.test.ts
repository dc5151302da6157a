import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ImportReport, ImportRun } from '@longhand/contract/imports';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, onSqlite } from '../../../../test-support/dialects.ts';
import { createBucket, openS3Store } from '../../../../test-support/stores.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { expectProblem, startTestApp } from '../../../../test-support/test-app.ts';
import { readConfig } from '../../config/config.ts';
import { openFileStore } from '../../files/open-store.ts';
import { ImportError } from '../source.ts';
import type { ImportJob, RunImportJob } from './import-child-process.ts';
import { updateRun } from './import-runs.repository.ts';
import { createImportRuns } from './import-runs.service.ts';

const REPORT: ImportReport = {
  ...{ kind: 'wordpress', dry_run: true, items: 2, imported: 1, posts: 1, pages: 0, drafts: 0 },
  scheduled: 0,
  ...{ skipped: [{ title: 'Menu', reason: 'A menu item.' }], notes: [], redirects: 2, comments: 0 },
  pictures: { imported: 0, missing: ['https://old.example/a.png'] },
};

type Started = {
  readonly job: ImportJob;
  readonly signal: AbortSignal;
  readonly onProgress: Parameters<RunImportJob>[1]['onProgress'];
  readonly finish: (report: ImportReport) => void;
  readonly fail: (error: unknown) => void;
};

eachDialect((open) => {
  /** With imports that the test ends itself. */
  async function startRuns(settings: Readonly<Record<string, string>> = {}) {
    const site = await startTestApp(open);
    const started: Started[] = [];
    const run: RunImportJob = (job, options) =>
      new Promise((finish, fail) => {
        options.signal.addEventListener('abort', () => fail(options.signal.reason));
        started.push({ job, ...options, finish, fail });
      });
    const log = site.app.log;
    const clock = { now: new Date('2026-01-01T12:00:00.000Z') };
    let done = 0;
    const startInstance = (env: Readonly<Record<string, string>>) => {
      const config = readConfig(env);
      const instance = createImportRuns({
        ...{ db: site.db, config, store: openFileStore(config), log, run },
        clock: () => clock.now,
        onDone: async () => {
          done += 1;
        },
      });
      onTestFinished(instance.close);
      return instance;
    };
    const imports = startInstance({ DATA_DIR: site.dataDir, ...settings });
    const until = async (id: string, state: ImportRun['state']) => {
      await expect.poll(async () => (await imports.find(id)).state).toBe(state);
      return imports.find(id);
    };
    return {
      ...{ site, imports, started, until, clock, startInstance },
      upload: (text = 'a file', name = 'wordpress.xml') =>
        imports.receive(Readable.from([Buffer.from(text)]), name),
      done: () => done,
      files: () => readdirSync(join(site.dataDir, 'imports')),
    };
  }

  test('a file is looked at first, and imported when that is asked for', async () => {
    const { imports, upload, started, until, done, files } = await startRuns();
    const run = await upload();
    expect(run).toMatchObject({ state: 'checking', file_name: 'wordpress.xml', report: null });
    expect(started[0]?.job).toMatchObject({ dryRun: true, fetchImages: false });
    expect(readFileSync(started[0]?.job.file ?? '', 'utf8')).toBe('a file');
    started[0]?.finish(REPORT);
    expect(await until(run.id, 'ready')).toMatchObject({ report: REPORT, can_start: true });
    const importing = await imports.start(run.id, { fetch_pictures: true });
    expect(importing).toMatchObject({ state: 'importing', can_start: false });
    expect(started[1]?.job).toMatchObject({ dryRun: false, fetchImages: true });
    started[1]?.finish({ ...REPORT, dry_run: false });
    const end = await until(run.id, 'done');
    expect(end).toMatchObject({ can_start: false, report: { dry_run: false } });
    await expect.poll(files).toEqual([]);
    await expect.poll(done).toBe(1);
    expect(await imports.list()).toMatchObject([{ id: run.id, state: 'done' }]);
  });

  test('its progress is in the database, for every process', async () => {
    const { imports, upload, started } = await startRuns();
    const { id } = await upload();
    const progress = { phase: 'importing', items: 3, of: 10 } as const;
    started[0]?.onProgress(progress);
    await expect.poll(async () => (await imports.find(id)).progress).toEqual(progress);
  });

  test('a file that cannot be read is said to be so, and another can be uploaded', async () => {
    const { upload, started, until } = await startRuns();
    const { id } = await upload();
    started[0]?.fail(new ImportError('The file is no export of a blog.'));
    const failed = await until(id, 'failed');
    expect(failed.failure).toBe('The file is no export of a blog.');
    expect((await upload()).state).toBe('checking');
  });

  test('one import runs at a time, and the end of the server interrupts it', async () => {
    const { imports, upload, until } = await startRuns();
    const { id } = await upload();
    await expect(upload()).rejects.toThrow('Another import is running.');
    await imports.close();
    expect(await until(id, 'interrupted')).toMatchObject({
      can_start: true,
      failure: expect.stringContaining('run it again to complete it'),
    });
    expect(await imports.start(id, { fetch_pictures: false })).toMatchObject({ failure: null });
  });

  test('one that was stopped is in the log of what happened: what it had imported stays', async () => {
    const { site, imports, upload, started, until } = await startRuns();
    const { id } = await upload();
    started[0]?.finish(REPORT);
    await until(id, 'ready');
    await imports.start(id, { fetch_pictures: false });
    await imports.remove(id);
    const entries = site.db.selectFrom('events').select(['kind', 'detail']);
    expect(await entries.execute()).toEqual([{ kind: 'import.finished', detail: 'not completed' }]);
  });

  test('what two processes have seen, only one of them changes', async () => {
    const { site, upload, started, until } = await startRuns();
    const { id } = await upload();
    started[0]?.finish(REPORT);
    const { updated_at: seen } = await until(id, 'ready');
    const start = (now: string) =>
      updateRun(site.db, id, {
        ...{ from: ['ready', 'importing'], unchangedSince: seen, now, state: 'importing' },
      });
    expect(await start('2026-01-01T12:00:01.000Z')).toBe(true);
    expect(await start('2026-01-01T12:00:02.000Z')).toBe(false);
  });

  test('one that was started meanwhile is not started again', async () => {
    const { imports, upload, started, until, clock } = await startRuns();
    const { id } = await upload();
    started[0]?.finish(REPORT);
    await until(id, 'ready');
    clock.now = new Date(clock.now.getTime() + 1_000);
    const start = () => imports.start(id, { fetch_pictures: false });
    const results = await Promise.allSettled([start(), start(), start()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(started).toHaveLength(2);
    expect((await imports.find(id)).state).toBe('importing');
  });

  test('one that no process has reported on for long is interrupted', async () => {
    const { site, imports, upload, started, until, clock } = await startRuns();
    const { id } = await upload();
    started[0]?.finish(REPORT);
    await until(id, 'ready');
    await site.db.updateTable('imports').set({ state: 'importing' }).where('id', '=', id).execute();
    expect((await imports.find(id)).state).toBe('importing');
    clock.now = new Date(clock.now.getTime() + 60_000);
    expect(await imports.find(id)).toMatchObject({ state: 'interrupted', can_start: true });
    expect((await imports.start(id, { fetch_pictures: false })).state).toBe('importing');
  });

  test('cancelled, it is ended and its file is removed, also by another process', async () => {
    const { site, imports, upload, started, files } = await startRuns();
    const { id } = await upload();
    await imports.remove(id);
    expect(started[0]?.signal.aborted).toBe(true);
    expect(files()).toEqual([]);
    await expect(imports.find(id)).rejects.toThrow('There is no import');
    const second = await upload();
    await site.db.deleteFrom('imports').where('id', '=', second.id).execute();
    await expect.poll(() => started[1]?.signal.aborted).toBe(true);
  });

  test('with an object store, any instance imports the file; then it is gone there, too', async () => {
    const bucket = await createBucket();
    const { site, started, upload, until, startInstance, clock } = await startRuns(bucket);
    const dataDir = temporaryFolder();
    const other = startInstance({ ...bucket, DATA_DIR: dataDir });
    const store = await openS3Store(undefined, bucket);
    const stored = async () => (await Array.fromAsync(store.list('', 'deep'))).length;
    const { id } = await upload();
    started[0]?.finish(REPORT);
    await until(id, 'ready');
    expect(await stored()).toBe(1);
    expect((await site.get(`/uploads/imports/${id}/0000.part`)).statusCode).toBe(404);
    expect(await other.find(id)).toMatchObject({ can_start: true, failure: null });
    await other.start(id, { fetch_pictures: false });
    await expect.poll(() => started.length).toBe(2);
    expect(started[1]?.job.file).toBe(join(dataDir, 'imports', id, 'wordpress.xml'));
    expect(readFileSync(started[1]?.job.file ?? '', 'utf8')).toBe('a file');
    started[1]?.finish({ ...REPORT, dry_run: false });
    await until(id, 'done');
    await expect.poll(stored).toBe(0);
    const forgotten = await upload();
    started[2]?.finish(REPORT);
    await until(forgotten.id, 'ready');
    clock.now = new Date(Date.now() + 25 * 3_600_000);
    await other.tidy();
    expect(await stored()).toBe(0);
  });

  test('without one, another instance says where the file is and what to do', async () => {
    const { site, upload, started, until, startInstance } = await startRuns();
    const { id } = await upload();
    started[0]?.finish(REPORT);
    await until(id, 'ready');
    const DATABASE_URL = site.databaseUrl ?? 'postgres://localhost/blog';
    const other = startInstance({ DATABASE_URL, DATA_DIR: temporaryFolder() });
    const failure = expect.stringMatching(/by the instance that received it.*S3_ENDPOINT/);
    expect(await other.find(id)).toMatchObject({ state: 'ready', can_start: false, failure });
    await expect(other.start(id, { fetch_pictures: false })).rejects.toThrow('S3_ENDPOINT');
  });

  test('files are removed after a day, and reports after a month', async () => {
    const { imports, upload, started, until, files, clock, site } = await startRuns();
    const { id } = await upload();
    started[0]?.finish(REPORT);
    await until(id, 'ready');
    const day = new Date(clock.now.getTime());
    utimesSync(join(site.dataDir, 'imports', id), day, day);
    clock.now = new Date(day.getTime() + 25 * 3_600_000);
    expect(await imports.tidy()).toBe(1);
    expect(files()).toEqual([]);
    expect(await imports.find(id)).toMatchObject({ state: 'ready', can_start: false });
    await expect(imports.start(id, { fetch_pictures: false })).rejects.toThrow('Upload it again.');
    clock.now = new Date(day.getTime() + 31 * 86_400_000);
    expect(await imports.tidy()).toBe(1);
  });
});

onSqlite((open) => {
  test('over HTTP: what is no export fails with a sentence; the name stays within its folder', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const upload = (name: string, payload: string, type = 'application/octet-stream') =>
      site.request(
        {
          ...{ method: 'POST', payload, headers: { 'content-type': type } },
          url: `/api/admin/imports?name=${encodeURIComponent(name)}`,
        },
        token,
      );
    const created = await upload('../../evil.xml', 'no export');
    expect(created.statusCode, created.body).toBe(201);
    const url = `/api/admin/imports/${created.json().id}`;
    const read = async () => (await site.get(url, token)).json();
    await expect.poll(async () => (await read()).state).toBe('failed');
    expect((await read()).failure).toMatch(/\.$/);
    expect(existsSync(join(site.dataDir, 'evil.xml'))).toBe(false);
    expect((await site.get('/api/admin/imports', token)).json()).toHaveLength(1);
    const removed = await site.request({ method: 'DELETE', url }, token);
    expect(removed.statusCode).toBe(204);
    expectProblem(await site.get(url, token), 404);
    expectProblem(await upload('a.xml', ''), 400);
    expectProblem(await upload('a.xml', 'x', 'text/plain'), 415);
    expectProblem(await site.get('/api/admin/imports'), 401);
  });
});
