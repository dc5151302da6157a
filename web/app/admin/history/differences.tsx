import { POST_FIELDS } from '@longhand/contract/post-fields';
import { useMemo } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { changedFields } from '../post-form/forms.ts';
import type { PostForm } from '../post-form/post-form.ts';
import { type ShownKind, shownKind, shownValue } from '../post-form/shown-value.ts';
import { ChangedWords } from './changed-words.tsx';
import { compareTexts, shorten } from './compare-texts.ts';
import type { DifferenceView } from './difference-view.tsx';
import styles from './differences.module.css';
import { DocumentDifference } from './document-difference.tsx';
import { PictureDifference } from './picture-difference.tsx';
import { type Comparison, useComparison } from './use-comparison.ts';
import { usePostTitle } from './use-post-title.ts';

/** A field that differs between two versions. */
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

/** Posts that are named by their id, by their titles. */
function PostDifference(field: DifferentField) {
  const [from, to] = [usePostTitle(field.from).title, usePostTitle(field.to).title];
  const isKnown = (field.from === '' || from !== '') && (field.to === '' || to !== '');
  return isKnown ? (
    <WordDifference {...field} from={from} to={to} />
  ) : (
    <Loading text="Loading title..." />
  );
}

/** Why readers' view of the text is not shown. */
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
  /** Of the field with HTML. */
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

/** What readers see of the field with HTML. What is below waits for it, so that nothing moves under a finger. */
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
