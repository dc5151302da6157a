import { createDraftStore, lockDraft, newKey } from '../document-editor/drafts/draft-store.ts';
import { isOfTrash } from './bulk-words.ts';
import { type BulkPlan, findInterrupted, type InterruptedBulk } from './interrupted-bulk.ts';
import type { ListedPost } from './post-list.ts';

/** With the key of its plan. */
export type OfferedBulk = InterruptedBulk & { readonly key: string };

const store = createDraftStore<BulkPlan>('longhand-bulk');

/** The locks tell other tabs; this is for coming back to the dashboard in the same one. */
const running = new Set<string>();

async function listPlans(): Promise<BulkPlan[]> {
  return (await store.list()).filter(({ key }) => !running.has(key));
}

/** Whether it is still there, and no tab is carrying it out. */
export async function isOpenPlan(key: string): Promise<boolean> {
  return (await listPlans()).some((plan) => plan.key === key);
}

export async function deleteBulkPlan(key: string): Promise<void> {
  await store.delete(key).catch(console.error);
}

/** What was interrupted and has something left to do, the newest first. */
export async function listInterrupted({
  posts,
  trash,
}: Record<'posts' | 'trash', readonly ListedPost[]>): Promise<OfferedBulk[]> {
  const plans = await listPlans();
  const listOf = ({ change }: Pick<BulkPlan, 'change'>) => (isOfTrash(change) ? trash : posts);
  const found = plans.map((plan) => ({ key: plan.key, ...findInterrupted(plan, listOf(plan)) }));
  const isComplete = (bulk: OfferedBulk) => bulk.posts.length === 0;
  // A list without any post may not have been loaded.
  const isOver = (bulk: OfferedBulk) => isComplete(bulk) && listOf(bulk).length > 0;
  await Promise.all(found.filter(isOver).map(({ key }) => deleteBulkPlan(key)));
  return found.filter((bulk) => !isComplete(bulk));
}

/** Keeps the plan up to date while it is carried out. Without storage, the change goes on. */
export function beginBulkPlan({ change, posts, done }: InterruptedBulk, key = newKey()) {
  const left = posts.map(({ id }) => id);
  let plan: BulkPlan = { key, keptAt: Date.now(), change, done, left };
  running.add(key);
  const unlock = lockDraft(key);
  // Not awaited, here and below: what is done but not written yet is found to be done later.
  const save = () => void store.save(plan).catch(console.error);
  save();
  return {
    key,
    finish(id: string): void {
      plan = { ...plan, done: plan.done + 1, left: plan.left.filter((other) => other !== id) };
      save();
    },
    release(): void {
      running.delete(key);
      unlock();
    },
  };
}
