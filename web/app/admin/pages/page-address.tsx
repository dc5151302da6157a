import { isBuiltInPage } from '@longhand/contract/page-addresses';
import type { Page } from '@longhand/contract/pages';
import { useEffect, useId, useRef } from 'react';
import { useSite } from '../../reader/site/site.ts';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { addressProblem } from './address-problem.ts';
import styles from './page-editor.module.css';
import type { PageEditorState } from './page-kind.ts';

const FIXED = 'This page’s address cannot be changed.';
const CHANGEABLE = 'At the root of the site. Left empty, it follows the title';

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
        hint={isFixed ? FIXED : CHANGEABLE}
        message={problem ?? undefined}
        errors={errors.slug}
      />
    </div>
  );
}
