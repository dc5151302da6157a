import { z } from 'zod';
import { cursor, listedLanguage, post, timestamp } from './posts.ts';

export const archiveYear = z
  .object({ year: z.int(), posts: z.int().positive().describe('How many are published.') })
  .meta({ id: 'ArchiveYear' });

export type ArchiveYear = z.infer<typeof archiveYear>;

export const archive = z
  .object({
    years: z.array(archiveYear).describe('The latest first; empty years are omitted.'),
  })
  .meta({ id: 'Archive' });

export const yearParameter = z
  .string()
  .regex(/^\d{4}$/, 'must be a year of four digits')
  .transform(Number);

export const yearQuery = z.object({ cursor });

/** Only what a list of titles needs: there can be many. */
export const archivedPost = post
  .pick({ slug: true, title: true })
  .extend({ published_at: timestamp, language: listedLanguage })
  .meta({ id: 'ArchivedPost' });

export type ArchivedPost = z.infer<typeof archivedPost>;

export const archivedPosts = z.array(archivedPost);
