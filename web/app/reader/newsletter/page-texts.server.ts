import { fill, type Words } from '@longhand/contract/words';
import type { RouterContextProvider } from 'react-router';
import { orElse } from '../../lib/api-client.ts';
import { apiContext, siteContext } from '../site/context.server.ts';
import { allWordsOf } from '../site/words-file.server.ts';

type Name<Key> = Key extends `newsletter-page.${infer Rest}` ? Rest : never;

/** The texts of these pages are in their data: other readers do not load them. */
export async function readPageTexts(context: Readonly<RouterContextProvider>) {
  const reader = context.get(siteContext);
  const site = await orElse(reader.read(context.get(apiContext)), reader.lastKnown());
  const words = allWordsOf(site);
  return (name: Name<keyof Words>): string =>
    fill(words[`newsletter-page.${name}`], { site: site.name });
}
