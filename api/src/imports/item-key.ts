import { createHash } from 'node:crypto';
import type { FoundDocument } from './source.ts';
import { storable } from './storable-text.ts';

/** An index of PostgreSQL holds no longer ones. */
const MAX_LENGTH = 500;

/** As it is stored and compared. */
export function keyPart(text: string): string {
  const stored = storable(text);
  if (stored.length <= MAX_LENGTH) return stored;
  return createHash('sha256').update(stored).digest('hex');
}

/** What an item of one origin is known by: a guid alone is not unique, even within one file. */
export type ItemKey = { readonly guid: string; readonly source_id: string };

export function keyOf({ guid, sourceId }: FoundDocument): ItemKey {
  return { guid: keyPart(guid), source_id: keyPart(sourceId) };
}

export function joinKey({ guid, source_id }: ItemKey): string {
  return JSON.stringify([guid, source_id]);
}
