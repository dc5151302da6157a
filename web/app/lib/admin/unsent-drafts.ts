import { deleteLocalDraft, type LocalDraft } from './local-drafts.ts';
import { EMPTY_FORM, isSameForm } from './post-form.ts';
import { findStoredCopy } from './stored-copy.ts';

/** Without those that the server has: the page was closed before they were deleted. */
export async function withoutSent(
  drafts: readonly LocalDraft[],
  isSent: (draft: LocalDraft) => Promise<boolean>,
): Promise<LocalDraft[]> {
  const checked = await Promise.all(
    drafts.map(async (draft) => {
      const isOld = await isSent(draft).catch(() => false);
      if (isOld) void deleteLocalDraft(draft.key).catch(console.error);
      return isOld ? [] : [draft];
    }),
  );
  return checked.flat();
}

export async function isInOwnCopy({ form, postId, creationKey }: LocalDraft): Promise<boolean> {
  const id = postId ?? creationKey;
  const copy = id && (await findStoredCopy(id, EMPTY_FORM, true));
  return Boolean(copy && isSameForm(copy.form, form));
}
