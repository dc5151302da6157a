import { createHash } from 'node:crypto';
import { storable } from './clamp-to-limits.ts';
import type { FoundDocument } from './source.ts';

/** An index of PostgreSQL cannot hold longer keys. */
const MAX_LENGTH = 500;

export function keyPart(text: string): string {
  const stored = storable(text);
  if (stored.length <= MAX_LENGTH) return stored;
  return createHash('sha256').update(stored).digest('hex');
}

/** An item is known by both: a guid alone is not unique, even within one file. */
export type ItemKey = { readonly guid: string; readonly source_id: string };

export function keyOf({ guid, sourceId }: FoundDocument): ItemKey {
  return { guid: keyPart(guid), source_id: keyPart(sourceId) };
}

export function joinKey({ guid, source_id }: ItemKey): string {
  return JSON.stringify([guid, source_id]);
}
