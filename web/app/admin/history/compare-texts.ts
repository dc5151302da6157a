import { diffLines, diffWordsWithSpace } from 'diff';

export type Part = { readonly text: string; readonly kind: 'same' | 'removed' | 'added' };

/** With too many changes, lines are more readable than words. */
const LIMITS = { maxEditLength: 1_000, timeout: 500 };
const CONTEXT = 160;

/** By words, or by lines if too much is different. */
export function compareTexts(from: string, to: string): Part[] {
  const changes = diffWordsWithSpace(from, to, LIMITS) ??
    diffLines(from, to, LIMITS) ?? [
      { value: from, removed: true, added: false },
      { value: to, removed: false, added: true },
    ];
  return changes.map(({ value, removed, added }) => ({
    text: value,
    kind: removed ? 'removed' : added ? 'added' : 'same',
  }));
}

/** Cuts long unchanged parts to some context around the changes. */
export function shorten(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= 3 * CONTEXT) return part;
    const before = index > 0 ? part.text.slice(0, CONTEXT) : '';
    const after = index < parts.length - 1 ? part.text.slice(-CONTEXT) : '';
    return { ...part, text: `${before} […] ${after}` };
  });
}
