import { SessionOverError } from '../../api/request.ts';
import { failureReason } from '../failure-reason.ts';

type LoadedEntries<Entry> = {
  readonly entries: readonly Entry[];
  readonly failure: string | null;
};

/** Throws only if the session is over, which leads to the login page. */
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
