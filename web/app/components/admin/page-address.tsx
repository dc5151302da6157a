import { isBuiltInPage } from '@longhand/contract/page-addresses';
import type { Page } from '@longhand/contract/pages';
import { useEffect, useId, useRef } from 'react';
import { addressProblem } from '../../lib/admin/pages/page-address.ts';
import type { PageEditorState } from '../../lib/admin/pages/use-page-editor.ts';
import { useSite } from '../../lib/site.ts';
import fieldStyles from './field.module.css';
import { FieldNotes } from './field-notes.tsx';
import styles from './page-editor.module.css';

const FIXED = 'The address of this page is fixed: every site has it there.';
const CHANGEABLE = 'At the root of the site. Left empty, it follows the title';

type Props = { editor: PageEditorState; pages: readonly Page[] };

export function PageAddress({ editor, pages }: Props) {
  const { form, baseline, errors, change, normalizeAddress } = editor;
  const { url } = useSite();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const own = baseline.page;
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
          onBlur={() => void normalizeAddress()}
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
