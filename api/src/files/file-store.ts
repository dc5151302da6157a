export type StoredFile = { readonly path: string; readonly size: number; readonly modified: Date };

/**
 * Where pictures are kept for good. Their paths are those within a folder, written with
 * slashes, like `uploads/a.png`. The names of uploads are made of their content, so what has been
 * fetched into the folder once need not be fetched again.
 */
export type FileStore = {
  /** In which every file is found that was brought or kept. */
  readonly folder: string;
  /** Whether that folder is only a cache of it. */
  readonly isRemote: boolean;
  /** Tells whether the file is in the folder now, where it is fetched to; anew, if asked to. */
  ensureLocal(path: string, how?: 'refetch'): Promise<boolean>;
  /** The bytes that are kept, whatever is in a cache; undefined where there are none. */
  read(path: string): Promise<Buffer | undefined>;
  find(path: string): Promise<StoredFile | undefined>;
  /** For good, whole or not at all; in a cache, too, unless nobody is about to ask for it. */
  put(path: string, bytes: Buffer, how?: 'uncached'): Promise<void>;
  /** The same with a file that is in the same folder, and is moved or removed by it. */
  putFile(path: string, file: string): Promise<void>;
  /** Also where it is not there. */
  remove(path: string): Promise<void>;
  /** What begins like `uploads/` or `uploads/a`; what is in folders below it only if asked for. */
  list(prefix: string, how?: 'deep'): AsyncIterable<StoredFile>;
  /** Makes it ready at a start, or throws a sentence about why it cannot be used. */
  prepare(): Promise<void>;
};

/** A store elsewhere that failed. Nothing of what was sent to it is in it, least of all a key. */
export class FileStoreError extends Error {
  readonly code: 'STORE_UNAVAILABLE' | 'STORE_REFUSED';

  constructor(code: FileStoreError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
