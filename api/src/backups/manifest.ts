import { isImageName, UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { z } from 'zod';
import { DATABASE_FILE } from '../database/database-file.ts';

/** Raised only when older versions can no longer read the archives. */
export const FORMAT = 1;

export const MANIFEST_FILE = 'manifest.json';
const UPLOADS = `${UPLOADS_FOLDER}/`;

export function uploadPath(name: string): string {
  return UPLOADS + name;
}

/** An allowlist, so that no path can leave the folder it is unpacked into. */
export function isArchivePath(path: string): boolean {
  if (path === DATABASE_FILE) return true;
  return path.startsWith(UPLOADS) && isImageName(path.slice(UPLOADS.length));
}

const archivedFile = z.object({
  path: z.string().refine(isArchivePath),
  size: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The last entry, so that a truncated archive has none. */
export const manifest = z.object({
  software: z.literal('longhand'),
  format: z.literal(FORMAT),
  version: z.string(),
  /** Missing in archives of earlier versions. */
  commit: z.string().nullish(),
  created_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  posts: z.int().nonnegative(),
  /** The names of the environment variables that were set, never their values. */
  settings: z.array(z.string()),
  files: z.array(archivedFile),
});

/** What every format has. */
export const anyManifest = z.object({ software: z.literal('longhand'), format: z.int() });

export type Manifest = z.infer<typeof manifest>;
export type ArchivedFile = z.infer<typeof archivedFile>;
