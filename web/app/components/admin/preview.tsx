import { useRef } from 'react';
import { splitTags } from '../../lib/admin/post-form.ts';
import { dateOf } from '../../lib/admin/publish-dates.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { usePreviewPosition } from '../../lib/admin/use-preview-position.ts';
import type { Rendered } from '../../lib/admin/use-rendered.ts';
import { ArticleHead } from '../article-head.tsx';
import { Loading } from '../loading.tsx';
import { Prose } from '../prose.tsx';
import styles from './content-field.module.css';

type Props = {
  editor: Editor;
  rendered: Rendered;
  /** The caret in the text; null if it was never there. */
  caret: () => number | null;
};

export function Preview({
  editor: { form, baseline },
  rendered: { rendered, failed },
  caret,
}: Props) {
  const { post } = baseline;
  const pane = useRef<HTMLElement>(null);
  const prose = () => pane.current?.querySelector('article')?.lastElementChild;
  usePreviewPosition(pane, prose, { source: form.content, rendered, caret });
  return (
    <section
      ref={pane}
      aria-label="Preview"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
      className={styles.preview}
      // Following a link would leave the editor.
      onClickCapture={(event) => {
        if ((event.target as Element).closest('a')) event.preventDefault();
      }}
    >
      {failed && (
        <p role="alert">
          The preview could not be made. Go on writing: it is tried again after the next change.
        </p>
      )}
      {!rendered && !failed && <Loading text="Loading preview..." />}
      {rendered && (
        <article>
          <ArticleHead
            heading="h3"
            post={{
              title: form.title,
              excerpt: form.excerpt,
              tags: [...new Set(splitTags(form.tags))],
              featured_image: form.featured_image || null,
              featured_image_alt: form.featured_image_alt,
              reading_minutes: rendered.reading_minutes,
              date: dateOf(form) || (post?.created_at ?? new Date().toISOString()),
            }}
          />
          <Prose key={rendered.content} html={rendered.content} />
        </article>
      )}
    </section>
  );
}
