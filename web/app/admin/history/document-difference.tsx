import { type CSSProperties, type ReactNode, useState } from 'react';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../../reader/site/site.ts';
import type { BlockDifference } from './comparison/compare-documents.ts';
import wordStyles from './differences.module.css';
import styles from './document-difference.module.css';
import type { Comparison } from './use-comparison.ts';

type Kind = 'same' | 'removed' | 'added' | 'formatted' | 'left' | 'arrived';

/** `says` is what a screen reader says before the words. */
const CHANGES = {
  removed: { Tag: 'del', says: 'removed: ' },
  added: { Tag: 'ins', says: 'added: ' },
  left: { Tag: 'del', says: 'moved from here: ' },
  arrived: { Tag: 'ins', says: 'moved here: ' },
  formatted: { Tag: 'mark', says: 'formatted otherwise: ' },
} as const;

/** Changes are marked by more than their colour. */
export function ChangedWords({ kind, children }: { kind: Kind; children: ReactNode }) {
  if (kind === 'same') return <span>{children}</span>;
  const { Tag, says } = CHANGES[kind];
  return (
    <>
      <span className="visually-hidden">[{says}</span>
      <Tag className={wordStyles[kind]}>{children}</Tag>
      <span className="visually-hidden">]</span>
    </>
  );
}

const WORDS = { removed: 'Removed', added: 'Added', same: '' } as const;

/** Readers do not get other addresses, either. */
function isShown(src: string): boolean {
  return /^https?:\/\//i.test(src) || !/^[a-z][a-z\d+.-]*:/i.test(src);
}

type Props = {
  picture: { readonly src: string; readonly alt: string };
  kind: keyof typeof WORDS;
};

function DifferentPicture({ picture: { src, alt }, kind }: Props) {
  const { apiUrl } = useSite();
  return (
    <figure className={styles.picture} data-change={kind}>
      {isShown(src) ? <img src={imageUrl(src, apiUrl)} alt={alt} /> : <span>{src}</span>}
      <figcaption dir="auto">
        {WORDS[kind] && <b>{WORDS[kind]}</b>} {alt === '' ? 'No alt text' : `Alt text: ${alt}`}
      </figcaption>
    </figure>
  );
}

export function PictureDifference({ from, to }: { from: string; to: string }) {
  return (
    <div className={styles.pictures}>
      {from !== '' && <DifferentPicture picture={{ src: from, alt: '' }} kind="removed" />}
      {to !== '' && <DifferentPicture picture={{ src: to, alt: '' }} kind="added" />}
    </div>
  );
}

const MARK_TAGS: Readonly<Record<string, 'b' | 'i' | 'code'>> = {
  bold: 'b',
  italic: 'i',
  code: 'code',
};

type Part = BlockDifference['parts'][number];

function Formatted({ text, marks }: Pick<Part, 'text' | 'marks'>) {
  const [mark, ...others] = marks.filter((each) => MARK_TAGS[each]);
  const Tag = mark && MARK_TAGS[mark];
  if (!Tag) return text;
  return (
    <Tag>
      <Formatted text={text} marks={others} />
    </Tag>
  );
}

function Words({ parts }: { parts: readonly Part[] }) {
  return parts.map(({ kind, text, marks }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
    <ChangedWords key={index} kind={kind}>
      <Formatted text={text} marks={marks} />
    </ChangedWords>
  ));
}

function labelOf({ kind, direction, block }: BlockDifference): string {
  if (kind === 'moved') return `${block.name} moved ${direction}`;
  if (kind === 'left') return `${block.name} moved ${direction} from here`;
  if (kind === 'changed') return block.picture ? 'Picture changed' : '';
  return kind === 'same' ? '' : `${block.name} ${kind}`;
}

function firstWords({ parts }: BlockDifference): string {
  const text = parts.map((part) => part.text).join('');
  return text.length <= 60 ? text : `${text.slice(0, 60).trimEnd()}…`;
}

function Block({ difference }: { difference: BlockDifference }) {
  const { kind, block, parts, notes, replacedPicture } = difference;
  const label = labelOf(difference);
  if (kind === 'left')
    return (
      <p className={styles.left} dir="auto">
        <b>{label}</b> {firstWords(difference)}
      </p>
    );
  return (
    <div
      className={styles.block}
      data-style={block.style}
      data-change={kind}
      style={{ '--depth': block.around.length } as CSSProperties}
    >
      {label !== '' && <p className={styles.label}>{label}</p>}
      {replacedPicture && <DifferentPicture picture={replacedPicture} kind="removed" />}
      {block.picture && (
        <DifferentPicture picture={block.picture} kind={replacedPicture ? 'added' : 'same'} />
      )}
      {block.style === 'rule' && <p className={styles.detail}>{block.detail || '———'}</p>}
      {parts.length > 0 && (
        <div className={styles.words} dir="auto">
          {block.marker !== '' && <span className={styles.marker}>{block.marker} </span>}
          <Words parts={parts} />
        </div>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {[...new Set(notes)].map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Group = { readonly isShown: boolean; readonly list: BlockDifference[] };

/** Unchanged blocks next to a change are shown; the others can be opened. */
function groupsOf(differences: readonly BlockDifference[]): Group[] {
  const isChange = (index: number) => (differences[index]?.kind ?? 'same') !== 'same';
  const groups: Group[] = [];
  for (const [index, difference] of differences.entries()) {
    const isShown = [-1, 0, 1].some((offset) => isChange(index + offset));
    const last = groups.at(-1);
    if (last?.isShown === isShown) last.list.push(difference);
    else groups.push({ isShown, list: [difference] });
  }
  return groups;
}

function Blocks({ list }: { list: readonly BlockDifference[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: equal blocks have no other identity
  return list.map((difference, index) => <Block key={index} difference={difference} />);
}

function Unchanged({ list }: { list: readonly BlockDifference[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.unchanged} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {list.length === 1 ? '1 unchanged block' : `${list.length} unchanged blocks`}
      </summary>
      {isOpen && <Blocks list={list} />}
    </details>
  );
}

type DocumentDifferenceProps = {
  label: string;
  result: Exclude<Comparison['result'], null | 'failed'>;
};

export function DocumentDifference({ label, result }: DocumentDifferenceProps) {
  if (result.every(({ kind }) => kind === 'same'))
    return <p>Readers see no difference. Source shows what has changed in the HTML.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll what is long
    <section className={styles.document} aria-label={label} tabIndex={0}>
      {groupsOf(result).map(({ isShown, list }, index) =>
        isShown ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no other identity
          <Blocks key={index} list={list} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups have no other identity
          <Unchanged key={index} list={list} />
        ),
      )}
    </section>
  );
}
