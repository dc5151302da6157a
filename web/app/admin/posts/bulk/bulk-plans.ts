import {
  createDraftStore,
  lockDraft,
  type StoredDraft,
} from '../../document-editor/drafts/draft-store.ts';
import type { ListedPost } from '../../post-list/post-list.ts';
import { type BulkPlan, findInterrupted, type InterruptedBulk } from './bulk-change.ts';
import { isOfTrash } from './bulk-words.ts';

export type OfferedBulk = InterruptedBulk & { readonly key: string };

const store = createDraftStore<StoredDraft & BulkPlan>('longhand-bulk');

/** Locks tell other tabs; this set is for coming back to the dashboard in the same tab. */
const running = new Set<string>();

async function listPlans() {
  return (await store.list()).filter(({ key }) => !running.has(key));
}

/** True if the plan exists and no tab is carrying it out. */
export async function isOpenPlan(key: string): Promise<boolean> {
  return (await listPlans()).some((plan) => plan.key === key);
}

/** The change goes on if storage fails. */
export async function saveBulkPlan(key: string, plan: BulkPlan): Promise<void> {
  await store.save({ key, keptAt: Date.now(), ...plan }).catch(console.error);
}

export async function deleteBulkPlan(key: string): Promise<void> {
  await store.delete(key).catch(console.error);
}

/** The plan is offered nowhere until the returned function is called. */
export function holdBulkPlan(key: string): () => void {
  running.add(key);
  const unlock = lockDraft(key);
  return () => {
    running.delete(key);
    unlock();
  };
}

type Lists = Record<'posts' | 'trash', readonly ListedPost[]>;

export async function listInterrupted({ posts, trash }: Lists): Promise<OfferedBulk[]> {
  const plans = await listPlans();
  const listOf = ({ change }: Pick<BulkPlan, 'change'>) => (isOfTrash(change) ? trash : posts);
  const found = plans.map((plan) => ({ key: plan.key, ...findInterrupted(plan, listOf(plan)) }));
  const isComplete = (bulk: OfferedBulk) => bulk.posts.length === 0;
  // A list without any post may have failed to load.
  const isOver = (bulk: OfferedBulk) => isComplete(bulk) && listOf(bulk).length > 0;
  await Promise.all(found.filter(isOver).map(({ key }) => deleteBulkPlan(key)));
  return found.filter((bulk) => !isComplete(bulk));
}
