export function isAdminPath(pathname: string): boolean {
  return /^\/admin(?:\/|$)/.test(pathname);
}

/** Whether a path is for readers: neither the dashboard nor the login that leads to it. */
export function isPublicPath(pathname: string): boolean {
  return !isAdminPath(pathname) && pathname !== '/login';
}
