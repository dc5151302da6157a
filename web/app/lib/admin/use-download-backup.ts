import { useState } from 'react';
import { AdminApiError, adminApi } from './admin-api.ts';

type State = 'idle' | 'asking' | 'begun' | 'busy' | 'failed';

/** By a link of its own: the browser then saves it piece by piece, however large it is. */
function followDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

export function useDownloadBackup() {
  const [state, setState] = useState<State>('idle');

  async function start(): Promise<void> {
    if (state === 'asking') return;
    setState('asking');
    try {
      followDownload(await adminApi.askForBackup());
      setState('begun');
    } catch (error) {
      console.error(error);
      setState(error instanceof AdminApiError && error.status === 503 ? 'busy' : 'failed');
    }
  }

  return { state, start };
}
