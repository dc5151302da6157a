import { useState } from 'react';
import { AdminApiError, adminApi } from './admin-api.ts';
import { logFailure } from './alerts.ts';

type State = 'idle' | 'asking' | 'begun' | 'failed';

const FAILED = 'That did not work. Please try again in a moment.';

/** By a link of its own: the browser then saves it piece by piece, however large it is. */
function followDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function useDownloadBackup() {
  const [state, setState] = useState<State>('idle');
  /** What the server says about a failure, which knows more of it. */
  const [reason, setReason] = useState(FAILED);

  async function start(): Promise<void> {
    if (state === 'asking') return;
    setState('asking');
    try {
      followDownload(await adminApi.askForBackup());
      setState('begun');
    } catch (error) {
      logFailure(error);
      setReason((error instanceof AdminApiError && error.problem.detail) || FAILED);
      setState('failed');
    }
  }

  return { state, reason, start };
}
