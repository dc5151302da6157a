const NAME = 'dashboard';

/** For the ways back: what was searched for, shown and sorted there, in this tab. */
export function rememberDashboard(search: string): void {
  try {
    sessionStorage.setItem(NAME, search);
  } catch {
    // Where storage is forbidden, one comes back to the whole list.
  }
}

export function dashboardAddress(): string {
  try {
    return `/admin${sessionStorage.getItem(NAME) ?? ''}`;
  } catch {
    return '/admin';
  }
}
