import { SessionOverError } from '../api/request.ts';
import { failureReason } from './failure-reason.ts';

/** What was loaded; nothing after a failure, which is a sentence. */
export type LoadedEntries<Entry> = {
  readonly entries: readonly Entry[];
  readonly failure: string | null;
};

/** Unless the session is over: then the login page follows. */
export async function loadList<Entry>(
  name: string,
  loading: Promise<readonly Entry[]>,
): Promise<LoadedEntries<Entry>> {
  try {
    return { entries: await loading, failure: null };
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return { entries: [], failure: `The ${name} could not be loaded. ${failureReason(error)}` };
  }
}
