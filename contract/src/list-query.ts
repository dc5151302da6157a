import { z } from 'zod';
import { limit as anyLimit, searchQuery, timestamp } from './posts.ts';

const limit = anyLimit.describe(
  'The maximum number. If there are more, the Link header leads to the next.',
);

const FROM_LINK = 'must come from the Link header of another response';
const ENDED = 'Where another response ended; from its Link header.';

export const versionListQuery = z.object({
  limit,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, FROM_LINK)
    .transform(Number)
    .optional()
    .describe(ENDED),
});

export type VersionListQuery = z.output<typeof versionListQuery>;

/** Where a page of the trash ended. */
export type TrashCursor = { readonly deletedAt: string; readonly id: string };

function parseCursor(value: string): TrashCursor | undefined {
  const [deletedAt = '', id = ''] = value.split('_');
  const isCursor = timestamp.safeParse(deletedAt).success && z.uuid().safeParse(id).success;
  return isCursor ? { deletedAt, id } : undefined;
}

export function writeTrashCursor({ deletedAt, id }: TrashCursor): string {
  return `${deletedAt}_${id}`;
}

export const trashListQuery = z.object({
  q: searchQuery.describe(
    'Only posts with this text in title, excerpt, tags or visible content, in any case; all of them, whatever the limit.',
  ),
  limit,
  cursor: z
    .string()
    .refine((value) => parseCursor(value) !== undefined, FROM_LINK)
    .transform(parseCursor)
    .optional()
    .describe(ENDED),
});

export type TrashListQuery = z.output<typeof trashListQuery>;
