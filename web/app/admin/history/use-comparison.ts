import { useEffect, useState } from 'react';
import type { BlockDifference } from './comparison/compare-documents.ts';

type Texts = { readonly from: string; readonly to: string };

export type Comparison = Texts & {
  /** Null if the HTML is too complex. */
  readonly result: readonly BlockDifference[] | null | 'failed';
};

const TYPING_PAUSE_MS = 300;

/** Loaded on demand because the parser is large. */
async function compare({ from, to }: Texts, signal: AbortSignal): Promise<Comparison['result']> {
  try {
    const { compareDocuments } = await import('./comparison/compare-documents.ts');
    return await compareDocuments(from, to, signal);
  } catch (error) {
    if (!signal.aborted) console.warn(error);
    return 'failed';
  }
}

/** Keeps the last comparison while the next is made; null before the first. */
export function useComparison(texts: Texts | null): Comparison | null {
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const { from, to } = texts ?? { from: '', to: '' };
  const isWanted = texts !== null;
  const isFirst = comparison === null;
  useEffect(() => {
    if (!isWanted) return;
    const controller = new AbortController();
    const { signal } = controller;
    const start = async () => {
      const result = await compare({ from, to }, signal);
      if (!signal.aborted) setComparison({ from, to, result });
    };
    const timer = setTimeout(start, isFirst ? 0 : TYPING_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [from, to, isWanted, isFirst]);
  return isWanted ? comparison : null;
}
