import { refuseInTransaction } from '../database/transaction.ts';
import type { FileStore } from './file-store.ts';

/** A store that may be as slow as a network: it refuses to be used within a transaction. */
export function outsideTransactions(store: FileStore): FileStore {
  function guarded<Args extends unknown[], Result>(method: (...args: Args) => Result) {
    return (...args: Args): Result => {
      refuseInTransaction('A file is read or written');
      return method(...args);
    };
  }
  return {
    folder: store.folder,
    isElsewhere: store.isElsewhere,
    bring: guarded(store.bring),
    read: guarded(store.read),
    find: guarded(store.find),
    keep: guarded(store.keep),
    keepFile: guarded(store.keepFile),
    remove: guarded(store.remove),
    list: guarded(store.list),
    prepare: guarded(store.prepare),
  };
}
