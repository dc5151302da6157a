import { POST_FIELDS } from '@longhand/contract/post-fields';
import { useMemo } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { changedFields } from '../post-form/forms.ts';
import type { PostForm } from '../post-form/post-form.ts';
import { shownValue } from '../post-form/shown-value.ts';
import { compareTexts, shorten } from './compare-texts.ts';
import styles from './differences.module.css';

const TAGS = { same: 'span', removed: 'del', added: 'ins' } as const;

export function Difference({ label, from, to }: { label: string; from: string; to: string }) {
  const parts = useMemo(() => shorten(compareTexts(from, to)), [from, to]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll what is long
    <section className={styles.text} dir="auto" aria-label={label} tabIndex={0}>
      {parts.map(({ kind, text }, index) => {
        const Tag = TAGS[kind];
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
        return <Tag key={index}>{text}</Tag>;
      })}
    </section>
  );
}

export function Differences({ from, to }: { from: PostForm; to: PostForm }) {
  const { timeZone } = useSite();
  return (
    <DifferenceList
      fields={changedFields(from, to).map((field) => ({
        label: POST_FIELDS[field].label,
        from: shownValue(field, from, timeZone),
        to: shownValue(field, to, timeZone),
      }))}
    />
  );
}

type DifferentField = React.ComponentProps<typeof Difference>;

export function DifferenceList({ fields }: { fields: readonly DifferentField[] }) {
  if (fields.length === 0) return <p>No differences.</p>;
  return (
    <dl className={styles.differences}>
      {fields.map((field) => (
        <div key={field.label}>
          <dt>{field.label}</dt>
          <dd>
            <Difference {...field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
