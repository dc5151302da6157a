import { inSessionStorage } from '../../lib/session-storage.ts';

const STORAGE_KEY = 'dashboard';

/** Links back to the dashboard restore its search, filter and sort order in this tab. */
export function rememberDashboard(search: string): void {
  inSessionStorage((storage) => storage.setItem(STORAGE_KEY, search));
}

export function dashboardAddress(): string {
  return `/admin${inSessionStorage((storage) => storage.getItem(STORAGE_KEY)) ?? ''}`;
}

/** The trash with its last search and sort order, if it was shown last. */
export function trashAddress(): string {
  const address = dashboardAddress();
  return /[?&]show=trash(&|$)/.test(address) ? address : '/admin?show=trash';
}

/** `rows` is how many rows of the list were rendered. */
type Position = { readonly view: string; readonly top: number; readonly rows: number };

let position: Position | undefined;

export function rememberPosition(now: Position | undefined): void {
  position = now;
}

/** Only for the same search, filter and sort order. */
export function recallPosition(view: string): Position | undefined {
  return position?.view === view ? position : undefined;
}
