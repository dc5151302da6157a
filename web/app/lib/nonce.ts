import { createContext } from 'react';

/**
 * Marks what the page itself runs while it is rendered, so that the server can tell it from what
 * a post may hold. It is gone before the page leaves the house; in the browser there is none.
 */
export const NonceContext = createContext<string | undefined>(undefined);
