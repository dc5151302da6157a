import { createContext } from 'react-router';
import type { ApiClient } from './api-client.ts';
import type { Site } from './site.ts';

export const apiContext = createContext<ApiClient>();
export const siteContext = createContext<Site>();
export const nonceContext = createContext<string>();
/** The post's content, rendered into the page but left out of the loader's data. */
export const contentContext = createContext<{ html: string }>();
