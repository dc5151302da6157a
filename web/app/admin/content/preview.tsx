import type { Preview as RenderedContent } from '@longhand/contract/posts/posts';
import { type ReactNode, type RefObject, useImperativeHandle, useRef } from 'react';
import { Prose } from '../../reader/article/prose/prose.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import styles from './content-field.module.css';
import { renderedText, usePreviewPosition, useScrollTogether } from './preview/preview-position.ts';
import { AsOnThePage } from './preview/rendered-post.tsx';
import type { Rendered } from './preview/use-rendered.ts';
import type { TextView } from './text-place.ts';

type Props = {
  content: string;
  head: (rendered: RenderedContent) => ReactNode;
  rendered: Rendered;
  language: string | undefined;
  views: {
    /** Null if the caret was never in the text. */
    readonly caret: () => number | null;
    readonly preview: RefObject<TextView | null>;
    readonly onPreview: () => void;
    /** The text beside the preview. */
    readonly beside: () => TextView | null;
  };
};

export function Preview({ content, head, rendered: { rendered, failed }, ...props }: Props) {
  const { language, views } = props;
  const pane = useRef<HTMLElement>(null);
  const text = () => {
    const prose = pane.current?.querySelector('article')?.lastElementChild;
    return pane.current && prose ? renderedText(pane.current, prose, content) : null;
  };
  useImperativeHandle<TextView | null, TextView | null>(views.preview, text);
  usePreviewPosition(text, { rendered, caret: views.caret, onShown: views.onPreview });
  useScrollTogether(() => {
    const [first, second] = [views.beside(), text()];
    return first && second && [first, second];
  });
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
          The preview could not be created. It will be retried after your next change.
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
