import type { Preview } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ContentField, type ContentHandle } from '../content/content-field.tsx';
import { type RememberedView, useRememberedView } from '../content/editor-view.ts';
import { ViewOffer } from '../content/view-offer.tsx';
import { ChangesLine } from '../document-editor/changes-line.tsx';
import styles from '../document-editor/editor.module.css';
import { EditorForm } from '../document-editor/editor-form.tsx';
import type { Opened } from '../document-editor/editor-state.ts';
import { useDocumentEditor } from '../document-editor/use-document-editor.ts';
import { useFirstFocus } from '../document-editor/use-editor-form.ts';
import admin from '../ui/admin.module.css';
import { Field } from '../ui/field.tsx';
import { showField } from '../ui/show-first-error.ts';
import { POSTS, type PostTypes } from './post-kind.ts';
import { PostPreviewHead } from './post-preview-head.tsx';
import type { Place } from './publishing/check-post.ts';
import { PublishBar } from './publishing/publish-bar.tsx';
import { SendToSubscribers } from './publishing/send-to-subscribers.tsx';
import { SharePreview } from './publishing/share-preview.tsx';
import { usePlannedMailing } from './publishing/use-planned-mailing.ts';
import layout from './settings/post-settings.module.css';
import { PostSettings } from './settings/post-settings.tsx';

type Props = {
  opened: Opened<PostTypes>;
  view: RememberedView;
  /** A sentence about what could not be opened. */
  notice?: string | undefined;
};

export function PostEditor({ opened, view: remembered, notice }: Props) {
  const editor = useDocumentEditor(POSTS, opened);
  const view = useRememberedView(remembered);
  const planned = usePlannedMailing(editor.form);
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const [rendered, setRendered] = useState<Preview | null>(null);
  const [isVisual, setVisual] = useState(false);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const excerpt = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useFirstFocus(title, opened);

  function show(place: Place): void {
    if ('from' in place) content.current?.show(place.from, place.to);
    else if (form.current) showField(form.current, place.field);
  }

  const post = editor.baseline.document;
  const hasChanges = editor.unsaved || editor.copy !== null;
  return (
    <EditorForm
      ref={form}
      editor={editor}
      content={content}
      title={post ? 'Edit Post' : 'Create New Post'}
      links={
        post && (
          <>
            <Link to={`/blog/${post.slug}`}>View</Link>
            <Link to={`/admin/posts/edit/${post.id}/history`}>History</Link>
            <SharePreview post={post} hasChanges={hasChanges} />
            <SendToSubscribers post={post} hasChanges={hasChanges} />
          </>
        )
      }
      notice={notice}
    >
      <section
        aria-labelledby="post-content"
        className={`${styles.section} ${styles.writing} ${layout.content}`}
      >
        <div className={`${styles.top} ${layout.top}`}>
          <h2 id="post-content" className={admin.name}>
            Post Content
          </h2>
          {!view.isChosen && <ViewOffer onChoose={(chosen) => content.current?.write(chosen)} />}
          <ChangesLine editor={editor} />
        </div>
        <div className={layout.columns}>
          <div className={layout.text}>
            <div className={styles.head}>
              <Field
                ref={title}
                editor={editor}
                name="title"
                className={styles.title}
                // In focus mode there is no excerpt.
                onEnter={() =>
                  (excerpt.current?.checkVisibility() ? excerpt : content).current?.focus()
                }
              />
              <Field
                ref={excerpt}
                editor={editor}
                name="excerpt"
                rows={3}
                className={styles.excerpt}
                onEnter={() => content.current?.focus()}
              />
            </div>
            <ContentField
              ref={content}
              editor={editor}
              view={view}
              previewHead={({ reading_minutes }) => (
                <PostPreviewHead editor={editor} readingMinutes={reading_minutes} />
              )}
              onRendered={setRendered}
              onVisual={setVisual}
            />
          </div>
          <PostSettings editor={editor} planned={planned} />
        </div>
      </section>
      <PublishBar {...{ editor, planned, rendered, isVisual }} onShow={show} />
    </EditorForm>
  );
}
