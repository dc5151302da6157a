import { createContext, use } from 'react';

/** On the server: the text of the post that the page is made of. */
export const ServerContent = createContext<string | undefined>(undefined);

/** In the browser: the same, read from the page before anything touches it. */
const inPage =
  typeof document === 'undefined' ? '' : (document.querySelector('[data-sent]')?.innerHTML ?? '');

/** The text that the page itself brought along: it is in there once, and not in its data again. */
export function useServerContent(): string {
  return use(ServerContent) ?? inPage;
}
