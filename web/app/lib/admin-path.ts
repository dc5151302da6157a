export function isAdminPath(pathname: string): boolean {
  return /^\/admin(?:\/|$)/.test(pathname);
}

/** Of a page for readers: not the administration, nor the login that leads to it. */
export function isPublicPath(pathname: string): boolean {
  return !isAdminPath(pathname) && pathname !== '/login';
}
