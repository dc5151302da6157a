import { POST_LIMITS } from '@longhand/contract/limits';
import type { Post } from '@longhand/contract/posts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import type { KeptWork } from '../../lib/admin/journal.ts';
import { showFirstError } from '../../lib/admin/show-first-error.ts';
import { isPressed } from '../../lib/admin/text-tools.ts';
import { useEditor } from '../../lib/admin/use-editor.ts';
import { useLostFocus } from '../../lib/admin/use-lost-focus.ts';
import { droppedFiles, pastedImage } from '../../lib/admin/use-upload.ts';
import admin from './admin.module.css';
import { Conflict } from './conflict.tsx';
import { ContentField, type ContentHandle } from './content-field.tsx';
import styles from './editor.module.css';
import { FeaturedImage } from './featured-image.tsx';
import { Field } from './field.tsx';
import { KeptWorkOffer } from './kept-work.tsx';
import { PublishBar } from './publish-bar.tsx';

type Props = { post: Post | null; kept: readonly KeptWork[] };

/** Writing a post, from the first word to the last correction. */
export function PostEditor({ post, kept }: Props) {
  const editor = useEditor(post, kept);
  const { form, change, errors, origin } = editor;
  const element = useRef<HTMLFormElement>(null);
  const content = useRef<ContentHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLostFocus(heading, `${editor.keptWork.entries.length} ${editor.conflict?.theirs.version}`);

  const saveByKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isPressed({ key: 'S' }, event)) return;
    event.preventDefault();
    if (!event.repeat && element.current?.reportValidity()) void editor.save('stay');
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => saveByKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  const failedAt = editor.failure?.at;
  useEffect(() => {
    if (!failedAt) return;
    // Not while React is still at work on the page.
    const timer = setTimeout(() => element.current && showFirstError(element.current));
    return () => clearTimeout(timer);
  }, [failedAt]);

  const submits: Readonly<Record<string, () => Promise<void>>> = {
    draft: () => editor.save('draft'),
    publish: () => editor.save('publish'),
    merged: editor.saveMerged,
    new: editor.saveAsNew,
  };

  return (
    <form
      ref={element}
      className={`page ${admin.admin} ${styles.editor}`}
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        void submits[(submitter as HTMLButtonElement | null)?.value ?? 'draft']?.();
      }}
      // Enter in a single line would publish half a title.
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement)
          event.preventDefault();
      }}
      onPaste={(event) => {
        const file = pastedImage(event);
        if (!file || event.defaultPrevented) return;
        event.preventDefault();
        content.current?.insertImages([file]);
      }}
      // A file that misses its field would otherwise replace the page.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = droppedFiles(event);
        if (files.length === 0 || event.defaultPrevented) return;
        event.preventDefault();
        content.current?.insertImages(files);
      }}
    >
      <title>{origin.post ? 'Edit Post' : 'Create New Post'}</title>
      <p className={styles.back}>
        <Link to={dashboardAddress()}>Back to Dashboard</Link>
        {origin.post && (
          <>
            <Link to={`/blog/${origin.post.slug}`}>View</Link>
            <Link to={`/admin/posts/edit/${origin.post.id}/history`}>History</Link>
          </>
        )}
      </p>
      <h1 ref={heading} tabIndex={-1}>
        {origin.post ? 'Edit Post' : 'Create New Post'}
      </h1>
      <KeptWorkOffer
        kept={editor.keptWork.entries}
        version={origin.post?.version ?? 0}
        onRestore={editor.keptWork.restore}
        onDiscard={editor.keptWork.discard}
      />
      {editor.conflict && <Conflict editor={editor} conflict={editor.conflict} />}

      <section aria-labelledby="post-content" className={styles.section}>
        <h2 id="post-content">Post Content</h2>
        <Field
          label="Title*"
          className={styles.title}
          required
          limit={POST_LIMITS.title}
          value={form.title}
          errors={errors.title}
          onText={(title) => change({ title })}
        />
        <Field
          label="Excerpt*"
          rows={3}
          required
          limit={POST_LIMITS.excerpt}
          value={form.excerpt}
          errors={errors.excerpt}
          onText={(excerpt) => change({ excerpt })}
        />
        <ContentField ref={content} editor={editor} />
        <FeaturedImage editor={editor} />
        <Field
          label="Tags"
          hint="Comma separated"
          value={form.tags}
          errors={errors.tags}
          onText={(tags) => change({ tags })}
        />
      </section>

      <section aria-labelledby="seo-settings" className={styles.section}>
        <h2 id="seo-settings">SEO Settings</h2>
        <Field
          label="Meta Title"
          hint="Optional. Defaults to the post title"
          limit={POST_LIMITS.meta_title}
          value={form.meta_title}
          errors={errors.meta_title}
          onText={(meta_title) => change({ meta_title })}
        />
        <Field
          label="Meta Description"
          hint="Optional"
          rows={2}
          limit={POST_LIMITS.meta_description}
          value={form.meta_description}
          errors={errors.meta_description}
          onText={(meta_description) => change({ meta_description })}
        />
        <Field
          label="Address"
          hint={
            origin.post?.published_at
              ? 'The last part of the post’s address. The old one leads to the new one'
              : 'Optional. The last part of the post’s address; left empty, it follows the title'
          }
          value={form.slug}
          errors={errors.slug}
          onText={(slug) => change({ slug })}
          onLeave={() => void editor.settleAddress()}
        />
      </section>

      <PublishBar editor={editor} />
    </form>
  );
}
