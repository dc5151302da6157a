/** What readers see of a document as it is saved. */
export type SavedState = 'new' | 'draft' | 'scheduled' | 'live';

const STAYS: Readonly<Record<SavedState, (name: string) => string>> = {
  new: (name) => `It is not a ${name} yet.`,
  draft: () => 'The saved draft stays as it is.',
  scheduled: (name) => `The scheduled ${name} stays as it is.`,
  live: (name) => `The public ${name} stays as it is.`,
};

/** What becomes of the document while there are private changes. */
export function whatStays(name: string, state: SavedState): string {
  return STAYS[state](name);
}

export function keepEffect(hasPrivateChanges: boolean): string {
  return `closes the editor${hasPrivateChanges ? '; these changes stay private' : ''}`;
}
