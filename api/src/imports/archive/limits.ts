const MB = 1024 ** 2;

/** Far beyond any blog. */
export const ARCHIVE_LIMITS = {
  entries: 100_000,
  /** Of all names together, which stay in memory. */
  nameBytes: 32 * MB,
  /** Of one path. */
  nameLength: 4_096,
  depth: 64,
  /** Of a zip, and of a file that is imported. */
  entryBytes: 4 * 1024 * MB,
  totalBytes: 32 * 1024 * MB,
  /** Of a zip's contents to its size. Text seldom exceeds 20; what is shorter than `ratioFrom` may. */
  ratio: 250,
  ratioFrom: 50 * MB,
} as const;
