import type { Account, ActiveSession } from '@longhand/contract/account';
import { useEffect, useState } from 'react';
import { removeToken } from '../../lib/session.ts';
import { adminApi } from '../api/admin-api.ts';
import { hasStatus } from '../api/request.ts';
import { logFailure } from '../ui/alerts.ts';

/** One that was ended stays in its place until the page is left. */
export type ListedSession = ActiveSession & { readonly isEnded?: boolean };

type State =
  | { readonly status: 'loading' | 'failed' }
  | {
      readonly status: 'ready';
      readonly account: Account;
      readonly sessions: readonly ListedSession[];
    };

export function useAccount() {
  const [state, setState] = useState<State>({ status: 'loading' });

  async function load(): Promise<void> {
    setState({ status: 'loading' });
    try {
      const [account, sessions] = await Promise.all([
        adminApi.findAccount(),
        adminApi.listSessions(),
      ]);
      setState({ status: 'ready', account, sessions });
    } catch (error) {
      logFailure(error);
      setState({ status: 'failed' });
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    void load();
  }, []);

  function markEnded(isEnded: (session: ListedSession) => boolean): void {
    setState((now) => {
      if (now.status !== 'ready') return now;
      const sessions = now.sessions.map((session) =>
        isEnded(session) ? { ...session, isEnded: true } : session,
      );
      return { ...now, sessions };
    });
  }

  /** False if it failed. */
  async function end({ id, is_current }: ListedSession): Promise<boolean> {
    try {
      await adminApi.endSession(id);
    } catch (error) {
      // It has ended already.
      if (!hasStatus(error, 404)) {
        logFailure(error);
        return false;
      }
    }
    if (is_current) removeToken();
    else markEnded((session) => session.id === id);
    return true;
  }

  return { state, load, end, markOthersEnded: () => markEnded(({ is_current }) => !is_current) };
}
