import { type CSSProperties, useState } from 'react';
import { ChangedWords } from './changed-words.tsx';
import type { BlockDifference } from './comparison/compare-documents.ts';
import styles from './document-difference.module.css';
import { DifferentPicture } from './picture-difference.tsx';
import type { Comparison } from './use-comparison.ts';

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

/** What happened to a block as a whole. */
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
  const { kind, block, parts, notes, replaced } = difference;
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
      {replaced && <DifferentPicture picture={replaced} kind="removed" />}
      {block.picture && (
        <DifferentPicture picture={block.picture} kind={replaced ? 'added' : 'same'} />
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

/** Unchanged blocks are shown beside a change; others can be opened. */
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

type Props = { label: string; result: Exclude<Comparison['result'], null | 'failed'> };

/** Two versions of a text as one, with what readers see of the differences. */
export function DocumentDifference({ label, result }: Props) {
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
