import { randomUUIDv7 } from 'node:crypto';
import type { Readable } from 'node:stream';
import type {
  ImportOptions,
  ImportProgress,
  ImportRun,
  ImportState,
  ListedImportRun,
} from '@longhand/contract/import-runs';
import type { FastifyBaseLogger } from 'fastify';
import { type Clock, DAY_MS } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../database/tables.ts';
import { ProblemError } from '../../http/problem.ts';
import { ImportError } from '../source.ts';
import type { RunImportJob } from './import-child-process.ts';
import { createImportFiles, type ImportFiles } from './import-files.ts';
import type { StoredRun } from './import-runs.repository.ts';
import * as runs from './import-runs.repository.ts';

const HEARTBEAT_MS = 1_000;
/** Without a sign of life for so long, the process that ran it has ended. */
const LOST_AFTER_MS = 20_000;
const KEPT_DAYS = 30;
const LISTED = 10;

const INTERRUPTED =
  'The server was restarted while this import ran. What was imported until then stays; run it again to complete it.';
const FAILED =
  'The import failed because of an error on the server, whose log has the reason. What was imported until then stays; run it again to complete it.';

type Options = {
  readonly db: Database;
  readonly clock: Clock;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly run: RunImportJob;
  /** Readers see what was imported. */
  readonly onDone: () => Promise<void>;
};

function noSuchImport(): ProblemError {
  return new ProblemError(
    'not-found',
    'There is no import with this id. It may have been deleted.',
  );
}

function otherRuns(): ProblemError {
  return new ProblemError(
    'edit-conflict',
    'Another import is running. Wait until it has finished, or cancel it.',
  );
}

const isRunning = (state: ImportState) => (runs.RUNNING as readonly ImportState[]).includes(state);

type Startable = Pick<StoredRun, 'id' | 'file_name' | 'options'>;

/** Runs jobs of this process, and says in the database how far they are. */
function createExecutor({ db, clock, config, log, run, onDone }: Options, files: ImportFiles) {
  const shutdown = new AbortController();
  const active = new Map<string, { stop: AbortController; ended: Promise<void> }>();
  const now = () => clock().toISOString();

  async function watch(id: string, stop: AbortController, progress: () => ImportProgress | null) {
    const isThere = await runs.updateRun(db, id, {
      ...{ from: runs.RUNNING, now: now(), progress: progress() },
    });
    // It was deleted, perhaps through another process.
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
      const report = await run(
        { config, file: files.fileOf(id, file_name), dryRun, fetchImages: options.fetch_pictures },
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

    /** Waits until it has ended, if it runs in this process. */
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
  const { db, clock, config } = options;
  const files = createImportFiles(config.dataDir);
  const executor = createExecutor(options, files);
  const before = (ms: number) => new Date(clock().getTime() - ms);

  async function toListed(stored: StoredRun): Promise<ListedImportRun> {
    const isLost =
      isRunning(stored.state) && stored.updated_at < before(LOST_AFTER_MS).toISOString();
    const state = isLost ? 'interrupted' : stored.state;
    const failure = isLost ? INTERRUPTED : stored.failure;
    const hasFile = !isRunning(state) && (await files.has(stored.id, stored.file_name));
    return { ...stored, state, failure, can_start: hasFile && state !== 'done' };
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

    /** Stores the file, and begins to look what an import of it would do. */
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
      const { can_start, updated_at } = await find(id);
      if (!can_start)
        throw new ProblemError(
          'invalid-input',
          'This import runs or is done, or its file is not there any more. Upload the file again.',
        );
      await refuseIfRunning();
      const isStarted = await runs.updateRun(db, id, {
        ...{ from: ['ready', 'failed', 'interrupted', 'checking', 'importing'] },
        // Another process may have started it: that one would end when this one fails.
        unchangedSince: updated_at,
        ...{ now: clock().toISOString(), state: 'importing', options: chosen },
        ...{ progress: null, failure: null },
      });
      const run = await find(id);
      if (!isStarted) throw otherRuns();
      executor.start(run, false);
      return run;
    },

    /** Ends it if it runs. What was imported until then stays. */
    async remove(id: string): Promise<void> {
      if (!(await runs.deleteRun(db, id))) throw noSuchImport();
      await executor.stop(id);
      await files.remove(id);
    },

    /** Files after a day, reports after a month. */
    async tidy(): Promise<number> {
      const files_removed = await files.removeOlderThan(before(DAY_MS));
      return (
        files_removed + (await runs.deleteRunsBefore(db, before(KEPT_DAYS * DAY_MS).toISOString()))
      );
    },
  };
}

export type ImportRuns = ReturnType<typeof createImportRuns>;
