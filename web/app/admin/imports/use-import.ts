import type { ImportRun } from '@longhand/contract/imports';
import { useEffect, useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError, hasStatus } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import { refreshSite } from '../ui/latest-site.ts';
import { IMPORT_CANCELLED } from '../words/imports.ts';

/** Also finds an import that another browser has started. */
export async function loadLatestImport(): Promise<{ readonly latest: ImportRun | undefined }> {
  const [latest] = await adminApi.listImports();
  return { latest: latest && (await adminApi.findImport(latest.id)) };
}

const POLL_MS = 1_000;

export const isRunning = ({ state }: Pick<ImportRun, 'state'>) =>
  state === 'checking' || state === 'importing';

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function reasonOf(error: unknown): string {
  logFailure(error);
  return (error instanceof AdminApiError && error.problem.detail) || failureReason(error);
}

function usePolling(run: ImportRun | undefined, onRun: (run: ImportRun | undefined) => void): void {
  const id = run && isRunning(run) ? run.id : undefined;
  const latest = useRef(onRun);
  latest.current = onRun;
  useEffect(() => {
    if (id === undefined) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      try {
        latest.current(await adminApi.findImport(id, stop.signal));
      } catch (error) {
        if (stop.signal.aborted) return;
        // A 404 means that it was cancelled in another browser; other failures may pass.
        if (hasStatus(error, 404)) latest.current(undefined);
        else logFailure(error);
      }
      if (!stop.signal.aborted) timer = setTimeout(poll, POLL_MS);
    };
    timer = setTimeout(poll, POLL_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [id]);
}

export function useImport(first: ImportRun | undefined) {
  const [run, setRun] = useState(first);
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const [note, setNote] = useState('');
  const upload = useRef<AbortController>(null);
  usePolling(run, (found) => {
    setRun(found);
    // The site's header lists the pages that were imported.
    if (found?.state === 'done') void refreshSite();
  });
  useEffect(() => () => upload.current?.abort(), []);

  async function attempt(action: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    setNote('');
    try {
      await action();
    } catch (error) {
      if (isAbort(error)) return;
      setFailure(reasonOf(error));
    }
  }

  return {
    run,
    uploaded,
    failure,
    note,

    choose: (file: File) =>
      attempt(async () => {
        const stop = new AbortController();
        upload.current = stop;
        setUploaded(0);
        try {
          // The file of an import that never started is of no use; a finished one keeps its report.
          if (run?.can_start) await adminApi.deleteImport(run.id).catch(logFailure);
          setRun(await adminApi.uploadImport(file, setUploaded, stop.signal));
        } finally {
          setUploaded(null);
          upload.current = null;
        }
      }),

    start: (fetch_pictures: boolean) =>
      attempt(async () => {
        if (run) setRun(await adminApi.startImport(run.id, { fetch_pictures }));
      }),

    cancel: () =>
      attempt(async () => {
        upload.current?.abort();
        const wasImporting = run?.state === 'importing';
        if (run) await adminApi.deleteImport(run.id);
        setRun(undefined);
        if (wasImporting) setNote(IMPORT_CANCELLED);
      }),
  };
}

export type Import = ReturnType<typeof useImport>;
