import { imageNamesIn } from '@longhand/contract/image-names';
import type { Database } from '../../database/tables.ts';
import { createUploadReferences } from './upload-references.ts';

const ADDRESSES = /(?:https?:\/\/[^\s"'<>()\\/]+)?\/?\buploads\/[^\s"'<>()\\,]+/g;

/** Without uploads on other sites, whose names have the same form. */
function ownNamesIn(text: string, siteUrl: string): string[] {
  return (text.match(ADDRESSES) ?? [])
    .filter((address) => !address.startsWith('http') || address.startsWith(`${siteUrl}/`))
    .flatMap(imageNamesIn);
}

/** Each upload with a description of the first text that shows it. */
export type ShownUploads = ReadonlyMap<string, string>;

/** `mentioned` also contains names that are on other sites. */
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
