import { randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  ImportOptions,
  ImportProgress,
  ImportRun,
  ImportState,
  ListedImportRun,
} from '@longhand/contract/imports';
import { DAY_MS } from '../../clock.ts';
import type { Context } from '../../context.ts';
import { currentOrigin } from '../../events/origin.ts';
import type { FileStore } from '../../files/file-store.ts';
import { notFound, ProblemError } from '../../http/problem.ts';
import { recordUnfinishedImport } from '../record-import.ts';
import { ImportError } from '../source.ts';
import type { RunImportJob } from './import-child-process.ts';
import { createImportFiles, FILE_GONE, type ImportFiles } from './import-files.ts';
import type { StoredRun } from './import-runs.repository.ts';
import * as runs from './import-runs.repository.ts';

const HEARTBEAT_MS = 1_000;
/** A run that was not updated for this long has lost its process. */
const LOST_AFTER_MS = 20_000;
const KEPT_DAYS = 30;
const LISTED = 10;

const INTERRUPTED =
  'The server was restarted while this import ran. What was already imported stays; run it again to complete it.';
const FAILED =
  'The import failed because of an error on the server, whose log has the reason. What was already imported stays; run it again to complete it.';

const PERHAPS_ELSEWHERE =
  'Its file is not on this machine: it is kept for a day, by the instance that received it. Upload it again and start the import on the same instance; with an object store for pictures (S3_ENDPOINT and S3_BUCKET), any instance can start it.';

type Options = Context & {
  readonly store: FileStore;
  readonly run: RunImportJob;
  /** Called so that readers see what was imported. */
  readonly onDone: () => Promise<void>;
};

function noSuchImport(): ProblemError {
  return notFound('There is no import with this id. It may have been deleted.');
}

function otherRuns(): ProblemError {
  return new ProblemError(
    'edit-conflict',
    'Another import is running. Wait until it has finished, or cancel it.',
  );
}

const isRunning = (state: ImportState) => (runs.RUNNING as readonly ImportState[]).includes(state);

type Startable = Pick<StoredRun, 'id' | 'file_name' | 'options'>;

/** Runs jobs in this process, and stores their progress in the database. */
function createExecutor({ db, clock, config, log, run, onDone }: Options, files: ImportFiles) {
  const shutdown = new AbortController();
  const active = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  const now = () => clock().toISOString();

  async function watch(id: string, stop: AbortController, progress: () => ImportProgress | null) {
    const isThere = await runs.updateRun(db, id, {
      from: runs.RUNNING,
      now: now(),
      progress: progress(),
    });
    // The run was deleted, perhaps by another process.
    if (!isThere) stop.abort();
  }

  async function execute(
    { id, file_name, options }: Startable,
    dryRun: boolean,
    stop: AbortController,
  ): Promise<void> {
    let progress: ImportProgress | null = null;
    const heartbeat = setInterval(() => {
      watch(id, stop, () => progress).catch((err) =>
        log.warn({ err }, 'an import is not recorded'),
      );
    }, HEARTBEAT_MS);
    const end = (changes: Parameters<typeof runs.updateRun>[2]) => runs.updateRun(db, id, changes);
    const from = runs.RUNNING;
    try {
      const file = files.findLocal(id, file_name) ?? (await files.fetch(id, file_name));
      const report = await run(
        { config, file, dryRun, fetchImages: options.fetch_pictures, origin: currentOrigin() },
        {
          signal: stop.signal,
          onProgress: (value) => {
            progress = value;
          },
        },
      );
      clearInterval(heartbeat);
      await end({ from, now: now(), state: dryRun ? 'ready' : 'done', report, progress: null });
      if (!dryRun) await files.remove(id);
    } catch (error) {
      clearInterval(heartbeat);
      if (!dryRun) await recordUnfinishedImport({ db, clock });
      if (shutdown.signal.aborted)
        await end({ from, now: now(), state: 'interrupted', failure: INTERRUPTED });
      if (stop.signal.aborted) return;
      const failure = error instanceof ImportError ? error.message : FAILED;
      if (failure === FAILED) log.error({ err: error }, 'an import failed');
      await end({ from, now: now(), state: 'failed', failure });
    } finally {
      clearInterval(heartbeat);
      if (!dryRun) await onDone();
    }
  }

  return {
    start(stored: Startable, dryRun: boolean): void {
      const stop = new AbortController();
      const ended = execute(stored, dryRun, stop)
        .catch((err) => log.error({ err }, 'the end of an import could not be recorded'))
        .finally(() => active.delete(stored.id));
      active.set(stored.id, { stop, ended });
    },

    async stop(id: string): Promise<void> {
      const running = active.get(id);
      running?.stop.abort();
      await running?.ended;
    },

    async close(): Promise<void> {
      shutdown.abort();
      for (const { stop } of active.values()) stop.abort();
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}

export function createImportRuns(options: Options) {
  const { db, clock, config, store } = options;
  const files = createImportFiles(config.dataDir, store);
  const fileGone = config.databaseUrl && !store.isRemote ? PERHAPS_ELSEWHERE : FILE_GONE;
  const executor = createExecutor(options, files);
  const before = (ms: number) => new Date(clock().getTime() - ms);

  async function toListed(stored: StoredRun): Promise<ListedImportRun> {
    const isLost =
      isRunning(stored.state) && stored.updated_at < before(LOST_AFTER_MS).toISOString();
    const state = isLost ? 'interrupted' : stored.state;
    const failure = isLost ? INTERRUPTED : stored.failure;
    if (isRunning(state) || state === 'done')
      return { ...stored, state, failure, can_start: false };
    const can_start = await files.has(stored.id, stored.file_name);
    if (can_start) return { ...stored, state, failure, can_start };
    return { ...stored, state, failure: [failure ?? '', fileGone].join(' ').trim(), can_start };
  }

  async function find(id: string): Promise<ImportRun> {
    const stored = await runs.findRun(db, id);
    if (!stored) throw noSuchImport();
    const { report, ...run } = stored;
    return { ...(await toListed(run)), report };
  }

  async function refuseIfRunning(): Promise<void> {
    if (await runs.findRunning(db, before(LOST_AFTER_MS).toISOString())) throw otherRuns();
  }

  return {
    find,
    close: executor.close,

    async list(): Promise<ListedImportRun[]> {
      return Promise.all((await runs.listRuns(db, LISTED)).map(toListed));
    },

    async receive(body: Readable, file_name: string): Promise<ImportRun> {
      await refuseIfRunning();
      const id = randomUUIDv7();
      await files.receive(body, id, file_name);
      await runs.insertRun(db, { id, file_name, now: clock().toISOString() });
      const run = await find(id);
      executor.start(run, true);
      return run;
    },

    async start(id: string, chosen: ImportOptions): Promise<ImportRun> {
      const { can_start, state, updated_at } = await find(id);
      if (isRunning(state) || state === 'done')
        throw new ProblemError('invalid-input', 'This import is already running or finished.');
      if (!can_start) throw new ProblemError('invalid-input', fileGone);
      await refuseIfRunning();
      const isStarted = await runs.updateRun(db, id, {
        from: ['ready', 'failed', 'interrupted', 'checking', 'importing'],
        // Another process may have started it; a failure here would end that one.
        unchangedSince: updated_at,
        now: clock().toISOString(),
        state: 'importing',
        options: chosen,
        progress: null,
        failure: null,
      });
      const run = await find(id);
      if (!isStarted) throw otherRuns();
      executor.start(run, false);
      return run;
    },

    /** Stops the run. What was already imported stays. */
    async remove(id: string): Promise<void> {
      if (!(await runs.deleteRun(db, id))) throw noSuchImport();
      await executor.stop(id);
      await files.remove(id);
    },

    async tidy(): Promise<number> {
      const files_removed = await files.removeOlderThan(before(DAY_MS));
      return (
        files_removed + (await runs.deleteRunsBefore(db, before(KEPT_DAYS * DAY_MS).toISOString()))
      );
    },
  };
}

export type ImportRuns = ReturnType<typeof createImportRuns>;
