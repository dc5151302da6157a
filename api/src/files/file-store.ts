export type StoredFile = { readonly path: string; readonly size: number; readonly modified: Date };

/**
 * Stores images, and files to import until that is done. Paths are relative, like `uploads/a.png`. Names of uploads
 * contain a hash of their content, so a cached copy is right as long as the store has the file.
 */
export type FileStore = {
  /** This local folder has every file for which `ensureLocal` returned true. */
  readonly folder: string;
  readonly isRemote: boolean;
  /** Fetches the file into `folder` if it is not there. False if the store does not have it. */
  ensureLocal(path: string, mode?: 'refetch'): Promise<boolean>;
  /** Bypasses the cache. */
  read(path: string): Promise<Buffer | undefined>;
  find(path: string): Promise<StoredFile | undefined>;
  /** Atomic and durable. `uncached` is for files that will not be read soon. */
  put(path: string, bytes: Buffer, mode?: 'uncached'): Promise<void>;
  /** Takes over a file that is on the same file system as `folder`. */
  putFile(path: string, file: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
  /** A prefix is like `uploads/` or `uploads/a`; `deep` includes subfolders. */
  list(prefix: string, mode?: 'deep'): AsyncIterable<StoredFile>;
  /** Called at the start. Throws a message for the administrator if the store cannot be used. */
  prepare(): Promise<void>;
};

/** Contains nothing of the request, so that no key can reach a log. */
export class FileStoreError extends Error {
  readonly code: 'STORE_UNAVAILABLE' | 'STORE_REFUSED';

  constructor(code: FileStoreError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
