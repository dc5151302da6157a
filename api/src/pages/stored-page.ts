import { page } from '@longhand/contract/pages';
import { z } from 'zod';

/** Null texts are those that come with the software. */
export const storedPage = z.object({
  ...page.omit({ is_default: true }).shape,
  content: z.string().nullable(),
});

export type StoredPage = z.infer<typeof storedPage>;
