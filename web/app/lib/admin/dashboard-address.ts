import { inSessionStorage } from './session-storage.ts';

const NAME = 'dashboard';

/** For the ways back: what was searched for, shown and sorted there, in this tab. */
export function rememberDashboard(search: string): void {
  inSessionStorage((storage) => storage.setItem(NAME, search));
}

export function dashboardAddress(): string {
  return `/admin${inSessionStorage((storage) => storage.getItem(NAME)) ?? ''}`;
}
