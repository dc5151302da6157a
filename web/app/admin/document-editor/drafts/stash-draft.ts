import { newKey, type StoredDraft } from './draft-store.ts';

const STASH_FAILED =
  'What is in the form could not be kept on this device, so nothing was changed. Please save it first.';

/** Stores unsaved work as another local draft; null if that fails, which is alerted. */
export async function stashDraft<Work extends object>(
  save: (draft: Work & StoredDraft) => Promise<unknown>,
  work: Work,
): Promise<(Work & StoredDraft) | null> {
  const draft = { ...work, key: newKey(), keptAt: Date.now() };
  try {
    await save(draft);
  } catch (error) {
    console.error(error);
    window.alert(STASH_FAILED);
    return null;
  }
  return draft;
}
