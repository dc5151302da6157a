import { type DBSchema, openDB } from 'idb';

/** Do not rename these: browsers have stored drafts with these names in IndexedDB. */
export type StoredDraft = {
  readonly key: string;
  readonly keptAt: number;
  /** It was in the form until something else was put there. */
  readonly isReplaced?: true;
};

interface Schema<Draft> extends DBSchema {
  work: { key: string; value: Draft };
}

/** Why not randomUUID: it needs https. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');
}

const lockName = (key: string) => `longhand-work-${key}`;

const ownLocks = new Set<string | undefined>();

/** Other tabs see the draft as in use until the returned function is called. */
export function lockDraft(key: string): () => void {
  ownLocks.add(lockName(key));
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  // The browser releases the lock when the tab is closed or crashes. There are no locks without https.
  navigator.locks?.request(lockName(key), () => released).catch(() => {});
  return () => release();
}

async function locksOfOtherTabs(): Promise<ReadonlySet<string | undefined>> {
  const locks = await navigator.locks?.query();
  return new Set(locks?.held?.map((lock) => lock.name).filter((name) => !ownLocks.has(name)));
}

/** A reloaded page holds its locks for a moment longer. */
const UNLOAD_MS = 250;

/** Each kind of draft has its own database, because adding a store to one waits for all open tabs. */
export function createDraftStore<Draft extends StoredDraft>(name: string) {
  // Why not localStorage: it is written to disk seconds later, and a crash would lose it.
  let opened: ReturnType<typeof openDatabase> | undefined;

  function openDatabase() {
    return openDB<Schema<Draft>>(name, 1, {
      upgrade: (db) => void db.createObjectStore('work', { keyPath: 'key' }),
      terminated: () => {
        // The next attempt may succeed.
        opened = undefined;
      },
    });
  }

  function database() {
    opened ??= openDatabase().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  return {
    async save(draft: Draft): Promise<void> {
      const transaction = (await database()).transaction('work', 'readwrite', {
        durability: 'strict',
      });
      await Promise.all([transaction.store.put(draft), transaction.done]);
    },

    async delete(key: string): Promise<void> {
      await (await database()).delete('work', key);
    },

    /** Leaves out drafts in use in other tabs; sorted newest first. */
    async list(): Promise<Draft[]> {
      try {
        const all = await (await database()).getAll('work');
        const listFree = async () => {
          const locked = await locksOfOtherTabs();
          return all.filter(({ key }) => !locked.has(lockName(key)));
        };
        let free = await listFree();
        if (free.length < all.length) {
          await new Promise((resolve) => setTimeout(resolve, UNLOAD_MS));
          free = await listFree();
        }
        return free.toSorted((a, b) => b.keptAt - a.keptAt);
      } catch (error) {
        console.error(error);
        return [];
      }
    },
  };
}
