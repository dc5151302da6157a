import { type DBSchema, openDB } from 'idb';
import { EMPTY_FORM, type PostForm } from './post-form.ts';

/** A form that is not saved, as this browser stores it. Stored by earlier software, too: the names stay. */
export type LocalDraft = {
  readonly key: string;
  /** Null for a post that was never saved. */
  readonly postId: string | null;
  readonly version: number;
  readonly form: PostForm;
  /** By which the server knows a new post again; drafts of earlier software have none. */
  readonly creationKey?: string;
  readonly keptAt: number;
};

interface Schema extends DBSchema {
  work: { key: string; value: LocalDraft };
}

// Not local storage: that reaches the disk seconds later, and a crash does not wait.
let opened: ReturnType<typeof openDatabase> | undefined;

function openDatabase() {
  return openDB<Schema>('longhand', 1, {
    upgrade: (db) => void db.createObjectStore('work', { keyPath: 'key' }),
    terminated: () => {
      opened = undefined;
    },
  });
}

function database() {
  opened ??= openDatabase().catch((error) => {
    // The next attempt may succeed.
    opened = undefined;
    throw error;
  });
  return opened;
}

export async function saveLocalDraft(draft: LocalDraft): Promise<void> {
  const transaction = (await database()).transaction('work', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(draft), transaction.done]);
}

export async function deleteLocalDraft(key: string): Promise<void> {
  await (await database()).delete('work', key);
}

/** A name that nothing else has; plain http has no randomUUID. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((n) => n.toString(36)).join('-');
}

/** The draft's own, or a new one, so that no two new posts are taken for one. */
export function creationKeyOf({ creationKey }: Pick<LocalDraft, 'creationKey'>): string {
  return creationKey ?? newKey();
}

const lockName = (key: string) => `longhand-work-${key}`;

/** Locks of this page, which it may leave behind. */
const own = new Set<string | undefined>();

/** Tells other tabs that this draft is being written on, until the returned function is called. */
export function lockLocalDraft(key: string): () => void {
  own.add(lockName(key));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Ends with the tab, however that ends. Plain http has no locks; there nothing is locked.
  navigator.locks?.request(lockName(key), () => released).catch(() => {});
  return () => release();
}

async function locksOfOthers(): Promise<ReadonlySet<string | undefined>> {
  const locks = await navigator.locks?.query();
  return new Set(locks?.held?.map((lock) => lock.name).filter((name) => !own.has(name)));
}

/** A page that is being left, as by reloading it, has its locks for a moment longer. */
const LEFT_WITHIN_MS = 250;

/** Those that are not written on in another tab, the newest first. */
export async function listLocalDrafts(): Promise<LocalDraft[]> {
  try {
    const stored = await (await database()).getAll('work');
    // A field that came later has no value in it.
    const all = stored.map((draft) => ({ ...draft, form: { ...EMPTY_FORM, ...draft.form } }));
    const listFree = async () => {
      const locked = await locksOfOthers();
      return all.filter(({ key }) => !locked.has(lockName(key)));
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
