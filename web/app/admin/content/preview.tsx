import type { Preview as RenderedContent } from '@longhand/contract/posts';
import { type ReactNode, useRef } from 'react';
import { Prose } from '../../reader/article/prose/prose.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import styles from './content-field.module.css';
import { AsOnThePage } from './preview/as-on-the-page.tsx';
import { usePreviewPosition } from './preview/use-preview-position.ts';
import type { Rendered } from './preview/use-rendered.ts';

type Props = {
  content: string;
  head: (rendered: RenderedContent) => ReactNode;
  rendered: Rendered;
  language: string | undefined;
  /** The caret in the text; null if it was never there. */
  caret: () => number | null;
};

export function Preview({ content, head, rendered: { rendered, failed }, ...props }: Props) {
  const { language, caret } = props;
  const pane = useRef<HTMLElement>(null);
  const prose = () => pane.current?.querySelector('article')?.lastElementChild;
  usePreviewPosition(pane, prose, { source: content, rendered, caret });
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
          The preview could not be created. Keep writing: it will be retried after your next change.
        </p>
      )}
      {!rendered && !failed && <Loading text="Loading preview..." />}
      {rendered && (
        <AsOnThePage>
          <article>
            {head(rendered)}
            <Prose key={rendered.content} html={rendered.content} language={language} />
          </article>
        </AsOnThePage>
      )}
    </section>
  );
}
