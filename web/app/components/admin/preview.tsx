import type { Preview as Rendered } from '@longhand/contract/posts';
import { useEffect, useRef, useState } from 'react';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { logFailure } from '../../lib/admin/alerts.ts';
import { splitTags } from '../../lib/admin/post-form.ts';
import { useDebouncedValue } from '../../lib/admin/use-debounced-value.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { usePreviewPosition } from '../../lib/admin/use-preview-position.ts';
import { ArticleHead } from '../article-head.tsx';
import { Loading } from '../loading.tsx';
import { Prose } from '../prose.tsx';
import styles from './content-field.module.css';

const PAUSE_MS = 300;

/** Requests the server's rendering when typing pauses. */
function useRendered(content: string): { rendered: Rendered | null; failed: boolean } {
  const [rendered, setRendered] = useState<Rendered | null>(null);
  const [failed, setFailed] = useState(false);
  const debounced = useDebouncedValue(content, PAUSE_MS);
  useEffect(() => {
    const controller = new AbortController();
    adminApi.preview(debounced, controller.signal).then(
      (result) => {
        if (controller.signal.aborted) return;
        setRendered(result);
        setFailed(false);
      },
      (error) => {
        if (controller.signal.aborted) return;
        logFailure(error);
        setFailed(true);
      },
    );
    return () => controller.abort();
  }, [debounced]);
  return { rendered, failed };
}

type Props = {
  editor: Editor;
  /** The caret in the text; null if it was never there. */
  caret: () => number | null;
};

export function Preview({ editor: { form, baseline }, caret }: Props) {
  const { rendered, failed } = useRendered(form.content);
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
              id: post?.id ?? '',
              slug: form.slug,
              title: form.title,
              excerpt: form.excerpt,
              tags: [...new Set(splitTags(form.tags))],
              featured_image: form.featured_image || null,
              featured_image_alt: form.featured_image_alt,
              reading_minutes: rendered.reading_minutes,
              date: post?.published_at ?? post?.created_at ?? new Date().toISOString(),
            }}
          />
          <Prose key={rendered.content} html={rendered.content} />
        </article>
      )}
    </section>
  );
}
