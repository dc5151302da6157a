import type { Page } from '@longhand/contract/pages';
import { useRef } from 'react';
import { Link } from 'react-router';
import { ContentField, type ContentHandle } from '../content/content-field.tsx';
import { ChangesLine } from '../document-editor/changes-line.tsx';
import styles from '../document-editor/editor.module.css';
import { EditorForm } from '../document-editor/editor-form.tsx';
import type { Opened } from '../document-editor/editor-state.ts';
import { useFirstFocus } from '../document-editor/use-editor-form.ts';
import admin from '../ui/admin.module.css';
import { Field } from '../ui/field.tsx';
import { PageAddress } from './page-address.tsx';
import { PageBar } from './page-bar.tsx';
import pageStyles from './page-editor.module.css';
import type { PageTypes } from './page-kind.ts';
import { PagePlacement } from './page-placement.tsx';
import { PageTitle } from './page-title.tsx';
import { usePageEditor } from './use-page-editor.ts';

/** Whatever posts are written in: pages are few, and mostly changed a little. */
const VIEW = { start: 'visual' } as const;

type Props = {
  opened: Opened<PageTypes>;
  /** A sentence about what could not be opened. */
  notice?: string | undefined;
  /** All of them, for the addresses that are taken. */
  pages: readonly Page[];
};

export function PageEditor({ opened, notice, pages }: Props) {
  const editor = usePageEditor(opened);
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useFirstFocus(title, opened);
  const page = editor.baseline.document;
  return (
    <EditorForm
      ref={form}
      editor={editor}
      content={content}
      title={page ? 'Edit Page' : 'New Page'}
      links={
        page && (
          <>
            <Link to={`/${page.slug}`}>View</Link>
            <Link to={`/admin/pages/edit/${page.id}/history`}>History</Link>
          </>
        )
      }
      notice={notice}
    >
      <section aria-labelledby="page-content" className={`${styles.section} ${styles.writing}`}>
        <div className={styles.top}>
          <h2 id="page-content" className={admin.name}>
            Page Content
          </h2>
          <ChangesLine editor={editor} />
        </div>
        <Origin page={page} />
        <div className={styles.head}>
          <Field
            ref={title}
            editor={editor}
            name="title"
            className={styles.title}
            onEnter={() => content.current?.focus()}
          />
        </div>
        <ContentField
          ref={content}
          editor={editor}
          view={VIEW}
          previewHead={() => <PageTitle title={editor.form.title} />}
        />
      </section>
      <section aria-labelledby="page-settings" className={styles.section}>
        <h2 id="page-settings" className={admin.name}>
          Page Settings
        </h2>
        <PageAddress editor={editor} pages={pages} />
        <PagePlacement editor={editor} />
        <Field
          editor={editor}
          name="meta_description"
          hint="Optional. Search engines show it; without one, the beginning of the text"
          rows={2}
        />
      </section>
      <PageBar editor={editor} />
    </EditorForm>
  );
}

/** What is special about About and Contact. */
function Origin({ page }: { page: Page | null }) {
  const sentences = [
    page?.is_default &&
      'This is the default text. It follows the site’s settings until you change it.',
    page?.slug === 'contact' &&
      'The contact address and the links from Settings are shown below the text.',
  ].filter(Boolean);
  return sentences.length > 0 && <p className={pageStyles.origin}>{sentences.join(' ')}</p>;
}
