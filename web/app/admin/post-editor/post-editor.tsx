import type { Preview } from '@longhand/contract/posts/posts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { ArticleHead } from '../../reader/article/prose/article-head.tsx';
import { useSite } from '../../reader/site/site.ts';
import { ContentField, type ContentHandle } from '../content/content-field.tsx';
import { type RememberedView, useRememberedView } from '../content/editor-view.ts';
import { ViewOffer } from '../content/toolbar.tsx';
import styles from '../document-editor/editor.module.css';
import { EditorForm, useFirstFocus } from '../document-editor/editor-form.tsx';
import type { Opened } from '../document-editor/editor-state.ts';
import { Columns, PanelToggle } from '../document-editor/panel.tsx';
import { useDocumentEditor } from '../document-editor/use-document-editor.ts';
import { splitTags } from '../post-form/post-form.ts';
import { dateOf } from '../post-form/publish-dates.ts';
import { usePunctuation } from '../punctuation/use-punctuation.ts';
import { PostViewsLink } from '../statistics/post-views-link.tsx';
import { Field } from '../ui/fields/field.tsx';
import { showField } from '../ui/fields/show-first-error.ts';
import { useRememberedOpen } from '../ui/use-remembered-open.ts';
import { type Editor, POSTS, type PostTypes } from './post-kind.ts';
import type { Place } from './publishing/check-post.ts';
import { PublishBar } from './publishing/publish-bar.tsx';
import { SendToSubscribers, SharePreview } from './publishing/share-preview.tsx';
import { PostSettings } from './settings/post-settings.tsx';
import { usePlannedMailing } from './settings/send-when-published.tsx';

type PostPreviewHeadProps = { editor: Pick<Editor, 'form' | 'baseline'>; readingMinutes: number };

function PostPreviewHead({ editor: { form, baseline }, readingMinutes }: PostPreviewHeadProps) {
  const { document: post } = baseline;
  return (
    <ArticleHead
      heading="h3"
      post={{
        title: form.title,
        excerpt: form.excerpt,
        language: form.language,
        tags: [...new Set(splitTags(form.tags))],
        featured_image: form.featured_image || null,
        featured_image_alt: form.featured_image_alt,
        reading_minutes: readingMinutes,
        date: dateOf(form) || (post?.created_at ?? new Date().toISOString()),
      }}
    />
  );
}

function isExcerptNext(excerpt: HTMLTextAreaElement | null): boolean {
  return excerpt?.checkVisibility() === true && excerpt.value.trim() === '';
}

type Props = {
  opened: Opened<PostTypes>;
  view: RememberedView;
  notice?: string | undefined;
};

export function PostEditor({ opened, view: remembered, notice }: Props) {
  const editor = useDocumentEditor(POSTS, opened);
  const view = useRememberedView(remembered);
  const planned = usePlannedMailing(editor.form);
  const panel = useRememberedOpen('post-settings');
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const [rendered, setRendered] = useState<Preview | null>(null);
  const [isVisual, setVisual] = useState(false);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const excerpt = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useFirstFocus(title, opened);
  const { newsletterOpen } = useSite();
  const punctuation = usePunctuation(editor.form.language);

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
            <PostViewsLink id={post.id} />
            <Link to={`/blog/${post.slug}`}>View</Link>
            <Link to={`/admin/posts/edit/${post.id}/history`}>History</Link>
            <SharePreview post={post} hasChanges={hasChanges} />
          </>
        )
      }
      menu={post && newsletterOpen && <SendToSubscribers post={post} hasChanges={hasChanges} />}
      layout={<PanelToggle panel={panel}>Post settings</PanelToggle>}
      notice={notice}
    >
      <Columns
        panel={panel}
        bar={<PublishBar {...{ editor, planned, rendered, isVisual }} onShow={show} />}
        settings={<PostSettings editor={editor} planned={planned} />}
      >
        <section aria-labelledby="post-content" className={styles.writing}>
          <h2 id="post-content" className="visually-hidden">
            Post Content
          </h2>
          {!view.isChosen && <ViewOffer onChoose={(chosen) => content.current?.write(chosen)} />}
          <Field
            ref={title}
            editor={editor}
            name="title"
            rows={1}
            className={styles.title}
            punctuation={punctuation}
            // Focus mode hides the excerpt.
            onEnter={() => (isExcerptNext(excerpt.current) ? excerpt : content).current?.focus()}
          />
          <Field
            ref={excerpt}
            editor={editor}
            name="excerpt"
            rows={3}
            className={styles.excerpt}
            punctuation={punctuation}
            onEnter={() => content.current?.focus()}
          />
          <ContentField
            ref={content}
            editor={editor}
            view={view}
            punctuation={punctuation}
            previewHead={({ reading_minutes }) => (
              <PostPreviewHead editor={editor} readingMinutes={reading_minutes} />
            )}
            onRendered={setRendered}
            onVisual={setVisual}
          />
        </section>
      </Columns>
    </EditorForm>
  );
}
