import type { ClientLoaderFunctionArgs } from 'react-router';

/** Such a page is always loaded as a document. */
export function loadDocument({ request }: ClientLoaderFunctionArgs): Promise<never> {
  if (new URL(request.url).pathname === location.pathname) location.reload();
  else location.assign(request.url);
  return new Promise(() => {});
}

export const isNeverLoaded = () => false;
