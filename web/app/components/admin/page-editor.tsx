import type { Page } from '@longhand/contract/pages';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { OpenedPage } from '../../lib/admin/pages/page-state.ts';
import { type PageEditorState, usePageEditor } from '../../lib/admin/pages/use-page-editor.ts';
import { formEvents, submitterOf, useFirstFocus } from '../../lib/admin/use-editor-form.ts';
import { useFirstErrorInView } from '../../lib/admin/use-first-error-in-view.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useSaveShortcut } from '../../lib/admin/use-save-shortcut.ts';
import admin from './admin.module.css';
import { ContentField, type ContentHandle } from './content-field.tsx';
import styles from './editor.module.css';
import { Field } from './field.tsx';
import { LocalDraftOffer } from './local-draft-offer.tsx';
import { PageAddress } from './page-address.tsx';
import { PageBar } from './page-bar.tsx';
import { PageConflict } from './page-conflict.tsx';
import pageStyles from './page-editor.module.css';
import { PagePlacement } from './page-placement.tsx';
import { PageTitle } from './page-title.tsx';

type Props = {
  opened: OpenedPage;
  /** All of them, for the addresses that are taken. */
  pages: readonly Page[];
};

export function PageEditor({ opened, pages }: Props) {
  const editor = usePageEditor(opened);
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useSaveShortcut(() => void editor.keep());
  useFirstErrorInView(form, editor.failure?.at);
  // With local drafts, the first thing to do is to choose one.
  useFirstFocus(title, opened.baseline.page === null && opened.localDrafts.length === 0);

  const submits: Readonly<Record<string, () => Promise<void>>> = {
    mine: editor.saveMine,
    new: editor.saveAsNew,
  };
  return (
    <form
      ref={form}
      className={`page ${admin.admin} ${styles.editor}`}
      onSubmit={(event) => {
        event.preventDefault();
        void (submits[submitterOf(event) ?? ''] ?? editor.save)();
      }}
      {...formEvents((files) => content.current?.insertImages(files))}
    >
      <Head editor={editor} />
      {editor.theirs && <PageConflict editor={editor} theirs={editor.theirs} />}
      <section aria-labelledby="page-content" className={`${styles.section} ${styles.writing}`}>
        <h2 id="page-content" className={admin.name}>
          Page Content
        </h2>
        <Origin page={editor.baseline.page} />
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
    </form>
  );
}

function Head({ editor }: { editor: PageEditorState }) {
  const { page } = editor.baseline;
  const title = page ? 'Edit Page' : 'New Page';
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, `${editor.localDrafts.length} ${editor.theirs?.version}`);
  return (
    <>
      <title>{title}</title>
      <div className={styles.bar}>
        <Link to="/admin/pages">Back to Pages</Link>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {page && (
          <p>
            <Link to={`/${page.slug}`}>View</Link>
            <Link to={`/admin/pages/edit/${page.id}/history`}>History</Link>
          </p>
        )}
      </div>
      <LocalDraftOffer
        kind="page"
        drafts={editor.localDrafts}
        version={page?.version ?? 0}
        onRestore={editor.restoreDraft}
        onDiscard={editor.discardDraft}
      />
    </>
  );
}

/** What is special about About and Contact. */
function Origin({ page }: { page: Page | null }) {
  const sentences = [
    page?.is_default &&
      'This is the text that came with the software. It follows the settings of the site until you change it.',
    page?.slug === 'contact' &&
      'The contact address and the links from Settings are shown below the text.',
  ].filter(Boolean);
  return sentences.length > 0 && <p className={pageStyles.origin}>{sentences.join(' ')}</p>;
}
