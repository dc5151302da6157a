import { createContext } from 'react-router';
import type { ApiClient } from './api-client.ts';
import type { Site } from './site.ts';

/** What the server hands to the loaders of a request. */
export const apiContext = createContext<ApiClient>();
export const siteContext = createContext<Site>();
export const nonceContext = createContext<string>();
/** The text of the post that a page shows: for the page, not for its data. */
export const contentContext = createContext<{ html: string }>();
