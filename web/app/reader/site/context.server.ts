import type { SentWords } from '@longhand/contract/words';
import { createContext } from 'react-router';
import type { ApiClient } from '../../lib/api-client.ts';
import type { SiteReader } from './site-reader.ts';

/** A call of the API: with a body it is a POST, made for the visitor. */
export type ApiCall = (path: string, body?: unknown) => Promise<Response>;

export const callContext = createContext<ApiCall>();
export const apiContext = createContext<ApiClient>();
export const siteContext = createContext<SiteReader>();
export const nonceContext = createContext<string>();
/** The words of the site's language, rendered into the page but left out of the loader's data. */
export const wordsContext = createContext<{ sent: SentWords }>();
/**
 * The content of the post or page, left out of the loader's data. Where a placeholder is given, the page is rendered
 * with that.
 */
export type PageContent = { html: string; readonly placeholder?: string };
export const contentContext = createContext<PageContent>();
