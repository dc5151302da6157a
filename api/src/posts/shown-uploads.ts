import { imageNamesIn } from '@longhand/contract/image-names';
import type { Database } from '../database/tables.ts';
import { createUploadReferences } from './upload-references.ts';

const ADDRESSES = /(?:https?:\/\/[^\s"'<>()\\/]+)?\/?\buploads\/[^\s"'<>()\\,]+/g;

/** Uploads of other sites have such names, too: they are none of ours. */
function ownNamesIn(text: string, siteUrl: string): string[] {
  return (text.match(ADDRESSES) ?? [])
    .filter((address) => !address.startsWith('http') || address.startsWith(`${siteUrl}/`))
    .flatMap(imageNamesIn);
}

/** The uploads of this blog that are shown, each with what shows it; of several the first. */
export type ShownUploads = ReadonlyMap<string, string>;

/** What posts, their history and the trash show, and everything that only looks like an upload. */
export async function findShownUploads(db: Database, siteUrl: string) {
  const shown = new Map<string, string>();
  const mentioned = new Set<string>();
  for await (const texts of createUploadReferences(db).readTexts())
    for (const { where, text } of texts) {
      for (const name of ownNamesIn(text, siteUrl)) if (!shown.has(name)) shown.set(name, where);
      for (const name of imageNamesIn(text)) mentioned.add(name);
    }
  return { shown: shown as ShownUploads, mentioned };
}
