import { type DBSchema, openDB } from 'idb';
import type { PostForm } from './post-form.ts';

/** Work that is not saved, as the browser keeps it. */
export type KeptWork = {
  readonly key: string;
  /** Null for a post that was never saved. */
  readonly postId: string | null;
  /** The version that was edited. */
  readonly version: number;
  readonly form: PostForm;
  /** By which the server knows a new post again; work of earlier software has none. */
  readonly creationKey?: string;
  readonly keptAt: number;
};

interface Schema extends DBSchema {
  work: { key: string; value: KeptWork };
}

// Not local storage: that reaches the disk seconds later, and a crash does not wait.
let opened: ReturnType<typeof openJournal> | undefined;

function openJournal() {
  return openDB<Schema>('longhand', 1, {
    upgrade: (db) => void db.createObjectStore('work', { keyPath: 'key' }),
    terminated: () => {
      opened = undefined;
    },
  });
}

function journal() {
  opened ??= openJournal().catch((error) => {
    // The next attempt may succeed.
    opened = undefined;
    throw error;
  });
  return opened;
}

export async function keepWork(work: KeptWork): Promise<void> {
  const transaction = (await journal()).transaction('work', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(work), transaction.done]);
}

export async function forgetWork(key: string): Promise<void> {
  await (await journal()).delete('work', key);
}

/** A name that nothing else has; plain http has no randomUUID. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');
}

/** The key of kept work: its own, so that no two new posts are taken for one. */
export function creationKeyOf({ creationKey }: Pick<KeptWork, 'creationKey'>): string {
  return creationKey ?? newKey();
}

const lockName = (key: string) => `longhand-work-${key}`;

/** The work of this very page, which it may leave behind. */
const own = new Set<string | undefined>();

/** Tells other tabs that this work is being written on, until the returned function is called. */
export function claimWork(key: string): () => void {
  own.add(lockName(key));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Ends with the tab, however that ends. Plain http has no locks; there nothing is claimed.
  navigator.locks?.request(lockName(key), () => released).catch(() => {});
  return () => release();
}

async function locksOfOthers(): Promise<ReadonlySet<string | undefined>> {
  const locks = await navigator.locks?.query();
  return new Set(locks?.held?.map((lock) => lock.name).filter((name) => !own.has(name)));
}

/** A page that is being left, as by reloading it, has its locks for a moment longer. */
const LEFT_WITHIN_MS = 250;

/** What was left behind: not what is written on in another tab. Newest first. */
export async function listKeptWork(): Promise<KeptWork[]> {
  try {
    const all = await (await journal()).getAll('work');
    const listFree = async () => {
      const claimed = await locksOfOthers();
      return all.filter((work) => !claimed.has(lockName(work.key)));
    };
    let free = await listFree();
    if (free.length < all.length) {
      await new Promise((resolve) => setTimeout(resolve, LEFT_WITHIN_MS));
      free = await listFree();
    }
    return free.toSorted((a, b) => b.keptAt - a.keptAt);
  } catch (error) {
    console.error(error);
    return [];
  }
}
