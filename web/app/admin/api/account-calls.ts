import type {
  Account,
  AccountInput,
  ActiveSession,
  PasswordInput,
} from '@longhand/contract/account';
import { apiAddress } from '../../lib/browser-api.ts';
import { list, request } from './request.ts';

export const accountCalls = {
  findAccount: () => request<Account>('GET', '/admin/account'),
  /** The editor opens without the account, and keeps what was written if the session is over. */
  findAccountQuietly: () => request<Account>('GET', '/admin/account', { isBackground: true }),
  updateAccount: (body: AccountInput) =>
    request<Account>('PUT', '/admin/account', { body, isBackground: true }),
  changePassword: (body: PasswordInput) => request<undefined>('POST', '/admin/password', { body }),
  /** Sorted by last use, newest first. */
  listSessions: () => list<ActiveSession>('/admin/sessions'),
  endSession: (id: string) => request<undefined>('DELETE', `/admin/sessions/${id}`),
  logOutEverywhere: () => request<undefined>('POST', '/admin/logout-everywhere'),
};

export async function login(username: string, password: string): Promise<string> {
  const response = await fetch(apiAddress('/login'), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`POST /login answered ${response.status}`);
  const { access_token } = (await response.json()) as { access_token?: unknown };
  if (typeof access_token !== 'string') throw new Error('POST /login answered without a token');
  return access_token;
}
