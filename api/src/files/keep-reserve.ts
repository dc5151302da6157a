import type { FileStore } from './file-store.ts';
import type { Reserve } from './reserve.ts';

/** A store that leaves the reserve alone, also for pictures that are made when a reader asks for them. */
export function keepReserve(store: FileStore, reserve: Reserve | undefined): FileStore {
  if (!reserve) return store;
  return {
    ...store,
    async put(...args) {
      reserve.assertRoom();
      await store.put(...args);
    },
    async putFile(...args) {
      reserve.assertRoom();
      await store.putFile(...args);
    },
  };
}
