import type { Preview } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import type { Opened } from '../../lib/admin/editor-state.ts';
import type { Place } from '../../lib/admin/publish-checks.ts';
import { showField } from '../../lib/admin/show-first-error.ts';
import { type Editor, useEditor } from '../../lib/admin/use-editor.ts';
import { formEvents, submitterOf, useFirstFocus } from '../../lib/admin/use-editor-form.ts';
import { useFirstErrorInView } from '../../lib/admin/use-first-error-in-view.ts';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useSaveShortcut } from '../../lib/admin/use-save-shortcut.ts';
import admin from './admin.module.css';
import { ChangesLine } from './changes-line.tsx';
import { Conflict } from './conflict.tsx';
import { ContentField, type ContentHandle } from './content-field.tsx';
import styles from './editor.module.css';
import { FeaturedImage } from './featured-image.tsx';
import { Field } from './field.tsx';
import { LocalDraftOffer } from './local-draft-offer.tsx';
import { PostPreviewHead } from './post-preview-head.tsx';
import { PublishBar } from './publish-bar.tsx';
import { SharePreview } from './share-preview.tsx';
import { TagsField } from './tags-field.tsx';

type Props = {
  opened: Opened;
  /** A sentence about what could not be opened. */
  notice?: string | undefined;
};

export function PostEditor({ opened, notice }: Props) {
  const editor = useEditor(opened);
  const form = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const [rendered, setRendered] = useState<Preview | null>(null);
  useSaveShortcut(() => void editor.saveCopy());
  useFirstErrorInView(form, editor.failure?.at);
  const title = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const excerpt = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  // With local drafts, the first thing to do is to choose one.
  const { baseline, copy, localDrafts } = opened;
  useFirstFocus(title, baseline.post === null && copy === null && localDrafts.length === 0);

  const submits: Readonly<Record<string, () => Promise<void>>> = {
    draft: () => editor.save('draft'),
    publish: () => editor.save('publish'),
    merged: editor.saveMerged,
    new: editor.saveAsNew,
  };

  function show(place: Place): void {
    if ('from' in place) content.current?.show(place.from, place.to);
    else if (form.current) showField(form.current, place.field);
  }

  return (
    <form
      ref={form}
      className={`page ${admin.admin} ${styles.editor}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submits[submitterOf(event) ?? 'draft']?.();
      }}
      {...formEvents((files) => content.current?.insertImages(files))}
    >
      <Head editor={editor} />
      {notice && (
        <p role="status" className={styles.notice}>
          {notice}
        </p>
      )}
      {editor.conflict?.isOpen && <Conflict editor={editor} conflict={editor.conflict} />}
      <section aria-labelledby="post-content" className={`${styles.section} ${styles.writing}`}>
        <div className={styles.top}>
          <h2 id="post-content" className={admin.name}>
            Post Content
          </h2>
          <ChangesLine editor={editor} />
        </div>
        <div className={styles.head}>
          <Field
            ref={title}
            editor={editor}
            name="title"
            className={styles.title}
            onEnter={() => excerpt.current?.focus()}
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
          previewHead={({ reading_minutes }) => (
            <PostPreviewHead editor={editor} readingMinutes={reading_minutes} />
          )}
          onRendered={setRendered}
        />
        <FeaturedImage editor={editor} />
        <TagsField editor={editor} />
      </section>
      <SeoSettings editor={editor} />
      <PublishBar editor={editor} rendered={rendered} onShow={show} />
    </form>
  );
}

function Head({ editor }: { editor: Editor }) {
  const { post } = editor.baseline;
  const title = post ? 'Edit Post' : 'Create New Post';
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(
    heading,
    `${editor.localDrafts.length} ${editor.conflict?.isOpen} ${editor.conflict?.theirs.at}`,
  );
  return (
    <>
      <title>{title}</title>
      <div className={styles.bar}>
        <Link to={dashboardAddress()}>Back to Dashboard</Link>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {post && (
          <p>
            <Link to={`/blog/${post.slug}`}>View</Link>
            <Link to={`/admin/posts/edit/${post.id}/history`}>History</Link>
            <SharePreview post={post} />
          </p>
        )}
      </div>
      <LocalDraftOffer
        drafts={editor.localDrafts}
        version={post?.version ?? 0}
        onRestore={editor.restoreDraft}
        onDiscard={editor.discardDraft}
      />
    </>
  );
}

function SeoSettings({ editor }: { editor: Editor }) {
  return (
    <section aria-labelledby="seo-settings" className={styles.section}>
      <h2 id="seo-settings" className={admin.name}>
        SEO Settings
      </h2>
      <Field editor={editor} name="meta_title" hint="Optional. Defaults to the post title" />
      <Field editor={editor} name="meta_description" hint="Optional" rows={2} />
      <Field
        editor={editor}
        name="slug"
        hint={
          editor.baseline.post?.published_at
            ? 'The last part of the post’s address. An old one that was public leads to the new one'
            : 'Optional. The last part of the post’s address; left empty, it follows the title'
        }
        onLeave={() => void editor.normalizeSlug()}
      />
    </section>
  );
}
