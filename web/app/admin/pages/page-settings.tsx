import { RESERVED_SLUG } from '@longhand/contract/limits';
import {
  isBuiltInPage,
  isReservedSlug,
  MAX_POSITION,
  PLACEMENTS,
} from '@longhand/contract/pages/page-addresses';
import type { Page } from '@longhand/contract/pages/pages';
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '@longhand/contract/text/text-rules';
import { useEffect, useId, useRef } from 'react';
import { useSite } from '../../reader/site/site.ts';
import admin from '../ui/admin.module.css';
import fieldStyles from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { PAGE_HINTS } from '../words/pages.ts';
import styles from './page-editor.module.css';
import { PLACEMENT_NAMES } from './page-form.ts';
import type { PageEditorState } from './page-kind.ts';

type Listed = Pick<Page, 'id' | 'slug' | 'title'>;

const CHOOSE = 'Choose another.';

/**
 * Returns a sentence, or null if the page can have the address. Ignores spelling that is corrected
 * when the field is left.
 */
export function addressProblem(
  typed: string,
  pages: readonly Listed[],
  ownId: string | null,
): string | null {
  const slug = typed.trim().toLowerCase();
  const isOwn = pages.some((page) => page.slug === slug && page.id === ownId);
  if (isReservedSlug(slug) && !isOwn) return `“${slug}” ${RESERVED_SLUG}. ${CHOOSE}`;
  const other = pages.find((page) => page.slug === slug && page.id !== ownId);
  if (other) return `The page “${other.title}” already has the address “${slug}”. ${CHOOSE}`;
  if (SLUG_PATTERN.test(slug) && slug.length > MAX_SLUG_LENGTH)
    return `It has ${slug.length} characters, and the limit is ${MAX_SLUG_LENGTH}.`;
  return null;
}

type Props = { editor: PageEditorState; pages: readonly Page[] };

export function PageAddress({ editor, pages }: Props) {
  const { form, baseline, errors, change, normalizeSlug } = editor;
  const { url } = useSite();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const own = baseline.document;
  const isFixed = own !== null && isBuiltInPage(own.slug);
  const problem = addressProblem(form.slug, pages, own?.id ?? null);
  useEffect(() => field.current?.setCustomValidity(problem ?? ''), [problem]);
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>Address*</label>
      <div className={styles.address}>
        <span id={`${id}-site`}>{url.replace(/^https?:\/\//, '')}/</span>
        <input
          ref={field}
          id={id}
          type="text"
          className="field"
          data-field="slug"
          required
          readOnly={isFixed}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          value={form.slug}
          aria-invalid={problem !== null || errors.slug ? true : undefined}
          aria-describedby={`${id}-site ${id}-notes`}
          onChange={({ target }) => change({ slug: target.value })}
          onBlur={() => void normalizeSlug()}
        />
      </div>
      <FieldNotes
        id={id}
        hint={isFixed ? PAGE_HINTS.fixedAddress : PAGE_HINTS.address}
        message={problem ?? undefined}
        errors={errors.slug}
      />
    </div>
  );
}

type PagePlacementProps = { editor: PageEditorState };

export function PagePlacement({ editor: { form, change } }: PagePlacementProps) {
  const id = useId();
  return (
    <div className={styles.placement}>
      <fieldset className={fieldStyles.field}>
        <legend>Shown in</legend>
        <div className={styles.options}>
          {PLACEMENTS.map((placement) => (
            <label key={placement} className={admin.box}>
              <input
                type="radio"
                name={id}
                checked={form.placement === placement}
                onChange={() => change({ placement })}
              />
              {PLACEMENT_NAMES[placement]}
            </label>
          ))}
        </div>
      </fieldset>
      {form.placement !== 'none' && (
        <div className={fieldStyles.field}>
          <label htmlFor={`${id}-order`}>Order</label>
          <input
            id={`${id}-order`}
            type="number"
            className={`field ${styles.order}`}
            min={0}
            max={MAX_POSITION}
            step={1}
            value={form.position}
            aria-describedby={`${id}-order-notes`}
            onChange={({ target }) => change({ position: target.value })}
          />
          <FieldNotes id={`${id}-order`} hint={PAGE_HINTS.order} />
        </div>
      )}
    </div>
  );
}
