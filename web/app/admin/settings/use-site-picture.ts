import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { checkFile, type UploadProgress } from '../content/pictures/use-upload.ts';
import { logFailure } from '../ui/alerts.ts';
import type { Settings } from './use-settings.ts';

export type PictureName = 'icon' | 'logo';

type State = {
  readonly isBusy: boolean;
  readonly progress: UploadProgress | null;
  /** What was done. */
  readonly done: string | null;
  readonly error: string | null;
  readonly isSessionOver: boolean;
};

const IDLE: State = {
  isBusy: false,
  progress: null,
  done: null,
  error: null,
  isSessionOver: false,
};

const SESSION_OVER =
  'Your session has ended. Please log in again in another tab, then choose the file again here.';
const FAILED = 'The picture could not be sent. Please check your connection and try again.';

function explain(error: unknown): string {
  if (error instanceof SessionOverError) return SESSION_OVER;
  if (!(error instanceof AdminApiError)) return FAILED;
  return error.problem.detail ?? FAILED;
}

/** Uploads a picture and makes it the site's at once, or removes it. */
export function useSitePicture(name: PictureName, settings: Settings) {
  const [state, setState] = useState(IDLE);
  const { isBusy } = state;

  async function run(done: string, action: () => Promise<string | null>): Promise<void> {
    try {
      settings.takePictures(await adminApi.saveSettings({ [name]: await action() }));
      setState({ ...IDLE, done });
    } catch (error) {
      logFailure(error);
      const isSessionOver = error instanceof SessionOverError;
      setState({ ...IDLE, error: explain(error), isSessionOver });
    }
  }

  const show = (fraction: number) =>
    setState({ ...IDLE, isBusy: true, progress: { current: 1, total: 1, fraction } });

  async function choose(file: File | undefined): Promise<void> {
    if (!file || isBusy) return;
    const problem = checkFile(file);
    if (problem) return setState({ ...IDLE, error: problem });
    show(0);
    await run(`The ${name} is saved. Readers can see it now.`, () =>
      adminApi.uploadImage(file, show, true),
    );
  }

  async function remove(): Promise<void> {
    if (isBusy) return;
    setState({ ...IDLE, isBusy: true });
    await run(`The ${name} is removed.`, async () => null);
  }

  return { ...state, choose, remove };
}

export type SitePicture = ReturnType<typeof useSitePicture>;
