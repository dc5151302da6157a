import type { SaveFailure } from '../save-failure.ts';
import { PAGE_FIELDS, type PageField } from './page-form.ts';

const listFormat = new Intl.ListFormat('en-US');

export type PageStatus = {
  readonly saving: boolean;
  readonly waiting: boolean;
  readonly savedAt: Date | null;
  readonly failure: SaveFailure | null;
  readonly unsaved: boolean;
  readonly isKept: boolean;
  readonly canKeep: boolean;
};

function whereKept({ unsaved, canKeep }: PageStatus): string {
  if (!unsaved) return '';
  return canKeep
    ? ' What you wrote is kept in this browser.'
    : ' This browser cannot keep it: please stay here.';
}

function notSaved({ at, errors }: SaveFailure, status: PageStatus): string {
  const fields = Object.keys(errors).map((field) => PAGE_FIELDS[field as PageField]);
  const correct =
    fields.length > 0 ? ` Please correct ${listFormat.format(fields)}, then save again.` : '';
  return `Not saved, at ${at.toLocaleTimeString()}.${correct}${whereKept(status)}`;
}

/** What the bar says about saving. */
export function pageStatus(status: PageStatus): string {
  const { saving, waiting, savedAt, failure, unsaved, isKept, canKeep } = status;
  if (waiting) return 'An image is being uploaded; saving waits for it.';
  if (saving) return 'On its way to the server…';
  if (failure) return notSaved(failure, status);
  if (unsaved && !canKeep) return 'Unsaved. This browser cannot keep it: please save often.';
  if (unsaved && isKept) return 'Kept in this browser. Save page makes it public.';
  if (unsaved) return 'Unsaved, but kept in this browser.';
  return savedAt ? `Saved at ${savedAt.toLocaleTimeString()}. The page is public.` : 'No changes.';
}
