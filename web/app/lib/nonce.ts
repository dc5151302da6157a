import { createContext } from 'react';

/**
 * Marks our own scripts while the page is rendered, so that the server can tell them from scripts
 * in a post. The server removes it before sending; in the browser there is none.
 */
export const NonceContext = createContext<string | undefined>(undefined);
