import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import { diffLines, diffWordsWithSpace } from 'diff';
import { useMemo } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { changedFields } from '../post-form/forms.ts';
import type { PostForm } from '../post-form/post-form.ts';
import { type ShownKind, shownKind, shownValue } from '../post-form/shown-value.ts';
import { Choice } from '../ui/fields/choice.tsx';
import styles from './differences.module.css';
import { ChangedWords, DocumentDifference, PictureDifference } from './document-difference.tsx';
import { type Comparison, useComparison } from './use-comparison.ts';
import { usePostTitle } from './use-post-title.ts';

const VIEWS = { text: 'Text', source: 'Source' } as const;

export type DifferenceView = keyof typeof VIEWS;

type Props = { view: DifferenceView; onView: (view: DifferenceView) => void };

export function DifferenceViewChoice({ view, onView }: Props) {
  return (
    <Choice
      legend="Show the differences in"
      options={VIEWS}
      value={view}
      onChange={onView}
      className={styles.choice}
    />
  );
}

type Part = { readonly text: string; readonly kind: 'same' | 'removed' | 'added' };

/** With too many changes, lines are more readable than words. */
const LIMITS = { maxEditLength: 1_000, timeout: 500 };
const CONTEXT = 160;

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

export function shorten(parts: readonly Part[]): Part[] {
  return parts.map((part, index) => {
    if (part.kind !== 'same' || part.text.length <= 3 * CONTEXT) return part;
    const before = index > 0 ? part.text.slice(0, CONTEXT) : '';
    const after = index < parts.length - 1 ? part.text.slice(-CONTEXT) : '';
    return { ...part, text: `${before} […] ${after}` };
  });
}

export type DifferentField = {
  readonly label: string;
  readonly kind: ShownKind;
  readonly from: string;
  readonly to: string;
};

function WordDifference({ label, kind, from, to }: DifferentField) {
  const parts = useMemo(() => shorten(compareTexts(from, to)), [from, to]);
  return (
    <section
      className={kind === 'html' ? styles.source : styles.text}
      dir="auto"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll what is long
      tabIndex={0}
    >
      {parts.map(({ kind: change, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        <ChangedWords key={index} kind={change}>
          {text}
        </ChangedWords>
      ))}
    </section>
  );
}

/** The values are ids of posts, so their titles are shown. */
function PostDifference(field: DifferentField) {
  const [from, to] = [usePostTitle(field.from).title, usePostTitle(field.to).title];
  const isKnown = (field.from === '' || from !== '') && (field.to === '' || to !== '');
  return isKnown ? (
    <WordDifference {...field} from={from} to={to} />
  ) : (
    <Loading text="Loading title..." />
  );
}

const SOURCE_INSTEAD = {
  failed: 'The comparison could not be loaded. Check the connection; this is the source.',
  complex: 'This HTML is too complex to be compared as text. This is the source.',
} as const;

function SourceInstead({ why, ...field }: DifferentField & { why: keyof typeof SOURCE_INSTEAD }) {
  return (
    <>
      <p role="status">{SOURCE_INSTEAD[why]}</p>
      <WordDifference {...field} />
    </>
  );
}

type ViewProps = {
  field: DifferentField;
  view: DifferenceView;
  /** Null if no field has HTML. */
  comparison: Comparison | null;
};

export function Difference({ field, view, comparison }: ViewProps) {
  const { kind, label, from, to } = field;
  if (kind === 'post') return <PostDifference {...field} />;
  if (view === 'source' || kind === 'text') return <WordDifference {...field} />;
  if (kind === 'image') return <PictureDifference from={from} to={to} />;
  const result = comparison?.result ?? null;
  if (result === 'failed') return <SourceInstead {...field} why="failed" />;
  if (result === null) return <SourceInstead {...field} why="complex" />;
  return <DocumentDifference label={label} result={result} />;
}

/** Content below waits until `isReady`, so that nothing moves while somebody taps. */
export function useFieldComparison(fields: readonly DifferentField[], view: DifferenceView) {
  const html = view === 'text' ? fields.find(({ kind }) => kind === 'html') : undefined;
  const comparison = useComparison(html ?? null);
  return { comparison, isReady: !html || comparison !== null };
}

export function Comparing() {
  return <Loading text="Comparing..." />;
}

type FormsProps = { from: PostForm; to: PostForm; view: DifferenceView };

export function Differences({ from, to, view }: FormsProps) {
  const { timeZone } = useSite();
  return (
    <DifferenceList
      view={view}
      fields={changedFields(from, to).map((field) => ({
        label: POST_FIELDS[field].label,
        kind: shownKind(field),
        from: shownValue(field, from, timeZone),
        to: shownValue(field, to, timeZone),
      }))}
    />
  );
}

type ListProps = { fields: readonly DifferentField[]; view: DifferenceView };

export function DifferenceList({ fields, view }: ListProps) {
  const { comparison, isReady } = useFieldComparison(fields, view);
  if (fields.length === 0) return <p>No differences.</p>;
  if (!isReady) return <Comparing />;
  return (
    <dl className={styles.differences}>
      {fields.map((field) => (
        <div key={field.label}>
          <dt>{field.label}</dt>
          <dd>
            <Difference field={field} view={view} comparison={comparison} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
