import { assertNotInTransaction } from '../database/transaction.ts';
import type { FileStore } from './file-store.ts';

/** A store can be as slow as the network, and a transaction blocks all other writers. */
export function forbidInTransactions(store: FileStore): FileStore {
  function guarded<Args extends unknown[], Result>(method: (...args: Args) => Result) {
    return (...args: Args): Result => {
      assertNotInTransaction('File access');
      return method(...args);
    };
  }
  return {
    folder: store.folder,
    isRemote: store.isRemote,
    ensureLocal: guarded(store.ensureLocal),
    read: guarded(store.read),
    find: guarded(store.find),
    put: guarded(store.put),
    putFile: guarded(store.putFile),
    remove: guarded(store.remove),
    list: guarded(store.list),
    prepare: guarded(store.prepare),
  };
}
