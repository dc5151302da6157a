import { createContext, use } from 'react';

/** On the server: the content of the post on the page. */
export const ServerContent = createContext<string | undefined>(undefined);

/** The browser reads the same from the page before React hydrates it. */
const contentInPage =
  typeof document === 'undefined' ? '' : (document.querySelector('[data-sent]')?.innerHTML ?? '');

/** Why not in the loader's data: the page would contain the content twice. */
export function useServerContent(): string {
  return use(ServerContent) ?? contentInPage;
}
