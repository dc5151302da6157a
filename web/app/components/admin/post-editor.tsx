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
  const { origin } = editor;
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
        <Field editor={editor} name="title" className={styles.title} />
        <Field editor={editor} name="excerpt" rows={3} />
        <ContentField ref={content} editor={editor} />
        <FeaturedImage editor={editor} />
        <Field editor={editor} name="tags" hint="Comma separated" />
      </section>

      <section aria-labelledby="seo-settings" className={styles.section}>
        <h2 id="seo-settings">SEO Settings</h2>
        <Field editor={editor} name="meta_title" hint="Optional. Defaults to the post title" />
        <Field editor={editor} name="meta_description" hint="Optional" rows={2} />
        <Field
          editor={editor}
          name="slug"
          hint={
            origin.post?.published_at
              ? 'The last part of the post’s address. The old one leads to the new one'
              : 'Optional. The last part of the post’s address; left empty, it follows the title'
          }
          onLeave={() => void editor.settleAddress()}
        />
      </section>

      <PublishBar editor={editor} />
    </form>
  );
}
