import type { Page } from '@longhand/contract/pages/pages';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { ContentField, type ContentHandle } from '../content/content-field.tsx';
import styles from '../document-editor/editor.module.css';
import { EditorForm, useFirstFocus } from '../document-editor/editor-form.tsx';
import type { Opened } from '../document-editor/editor-state.ts';
import barStyles from '../document-editor/panel.module.css';
import { Columns, PanelToggle } from '../document-editor/panel.tsx';
import { SaveButtons } from '../document-editor/save-buttons.tsx';
import { useDocumentEditor } from '../document-editor/use-document-editor.ts';
import { toSlug } from '../post-form/to-slug.ts';
import { usePunctuation } from '../punctuation/use-punctuation.ts';
import admin from '../ui/admin.module.css';
import { Field } from '../ui/fields/field.tsx';
import { useRememberedOpen } from '../ui/use-remembered-open.ts';
import { useScrollPadding } from '../ui/use-scroll-padding.ts';
import { CONTACT_BELOW, DEFAULT_TEXT, PAGE_HINTS } from '../words/pages.ts';
import pageStyles from './page-editor.module.css';
import { followedAddress } from './page-form.ts';
import { PAGES, type PageEditorState, type PageTypes } from './page-kind.ts';
import { PageAddress, PagePlacement } from './page-settings.tsx';
import { PageTitle } from './page-title.tsx';

function useFollowedAddress({ baseline, form, getState, change }: PageEditorState): void {
  const { title } = form;
  const isNew = baseline.document === null;
  const before = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the title
  useEffect(() => {
    if (!isNew) return;
    void toSlug(title).then((after) => {
      const now = getState().form;
      // The title may have changed while the address was made.
      if (now.title !== title) return;
      const slug = followedAddress(now.slug, { before: before.current, after });
      before.current = after;
      if (slug !== now.slug) change({ slug });
    });
  }, [title, isNew]);
}

function PageBar({ editor }: { editor: PageEditorState }) {
  const bar = useRef<HTMLElement>(null);
  useScrollPadding(bar);
  return (
    <section ref={bar} aria-labelledby="saving" className={barStyles.bar}>
      <h2 id="saving" className={admin.name}>
        Saving
      </h2>
      <SaveButtons
        editor={editor}
        main={[
          {
            action: 'save',
            label: 'Save page',
            busyLabel: 'Saving...',
            effect: PAGES.effects(editor, '').save,
          },
        ]}
      />
    </section>
  );
}

/** Pages ignore the view chosen for posts: they are few, and mostly changed a little. */
const VIEW = { start: 'visual' } as const;

type Props = {
  opened: Opened<PageTypes>;
  /** A sentence about what could not be opened. */
  notice?: string | undefined;
  /** All pages, because their addresses are taken. */
  pages: readonly Page[];
};

export function PageEditor({ opened, notice, pages }: Props) {
  const editor = useDocumentEditor(PAGES, opened);
  useFollowedAddress(editor);
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useFirstFocus(title, opened);
  const { hash } = useLocation();
  const panel = useRememberedOpen('page-settings');
  const punctuation = usePunctuation(null);
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
      layout={<PanelToggle panel={panel}>Page settings</PanelToggle>}
      notice={notice}
    >
      <Columns
        panel={panel}
        bar={<PageBar editor={editor} />}
        settings={
          <section aria-labelledby="page-settings" className={barStyles.group}>
            <h2 id="page-settings" className={admin.name}>
              Page Settings
            </h2>
            <PageAddress editor={editor} pages={pages} />
            <PagePlacement editor={editor} />
            <Field
              editor={editor}
              name="meta_description"
              hint={PAGE_HINTS.meta_description}
              rows={2}
            />
          </section>
        }
      >
        <section aria-labelledby="page-content" className={styles.writing}>
          <h2 id="page-content" className="visually-hidden">
            Page Content
          </h2>
          <Origin page={page} />
          <Field
            ref={title}
            editor={editor}
            name="title"
            rows={1}
            className={styles.title}
            punctuation={punctuation}
            onEnter={() => content.current?.focus()}
          />
          <ContentField
            ref={content}
            editor={editor}
            view={{ ...VIEW, hasFocus: hash === '#text' }}
            punctuation={punctuation}
            previewHead={() => <PageTitle title={editor.form.title} />}
          />
        </section>
      </Columns>
    </EditorForm>
  );
}

function Origin({ page }: { page: Page | null }) {
  const sentences = [
    page?.is_default && DEFAULT_TEXT,
    page?.slug === 'contact' && CONTACT_BELOW,
  ].filter(Boolean);
  return sentences.length > 0 && <p className={pageStyles.origin}>{sentences.join(' ')}</p>;
}
