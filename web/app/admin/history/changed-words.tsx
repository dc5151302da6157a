import type { ReactNode } from 'react';
import styles from './differences.module.css';

type Kind = 'same' | 'removed' | 'added' | 'formatted' | 'left' | 'arrived';

/** The element, and what a screen reader says before its words. */
const CHANGES = {
  removed: { Tag: 'del', says: 'removed: ' },
  added: { Tag: 'ins', says: 'added: ' },
  left: { Tag: 'del', says: 'moved from here: ' },
  arrived: { Tag: 'ins', says: 'moved here: ' },
  formatted: { Tag: 'mark', says: 'formatted otherwise: ' },
} as const;

/** Words of a difference, marked by more than their colour. */
export function ChangedWords({ kind, children }: { kind: Kind; children: ReactNode }) {
  if (kind === 'same') return <span>{children}</span>;
  const { Tag, says } = CHANGES[kind];
  return (
    <>
      <span className="visually-hidden">[{says}</span>
      <Tag className={styles[kind]}>{children}</Tag>
      <span className="visually-hidden">]</span>
    </>
  );
}
