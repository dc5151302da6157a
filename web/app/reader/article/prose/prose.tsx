import { type Contents, contentsOf } from '@longhand/contract/text/contents';
import type { Translator } from '@longhand/contract/words';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { copyText } from '../../../lib/copy-text.ts';
import { withImageHost } from '../../../lib/images.ts';
import { useServerContent } from '../../../lib/server-content.ts';
import { languageAttributes } from '../../../lib/text-attributes.ts';
import { useSite } from '../../site/site.ts';
import { useWords } from '../../site/words.tsx';
import contentsStyles from '../contents.module.css';
import { copyHeadingLinks } from './heading-links.ts';
import { enlargePictures } from './large-pictures.ts';
import styles from './prose.module.css';

const COPIED_FOR_MS = 2_000;

function copyButton(pre: HTMLPreElement, words: Translator): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  // That of the text may be another.
  button.lang = words.language;
  button.textContent = words.text('text.copy-code');
  const text = pre.textContent ?? '';
  button.addEventListener('click', async () => {
    button.textContent = words.text(
      (await copyText(text)) ? 'text.code-copied' : 'text.code-not-copied',
    );
    setTimeout(() => {
      button.textContent = words.text('text.copy-code');
    }, COPIED_FOR_MS);
  });
  return button;
}

function useCopyButtons(content: RefObject<HTMLElement | null>, words: Translator): void {
  useEffect(() => {
    const blocks = [...(content.current?.querySelectorAll('pre') ?? [])];
    const buttons = blocks.map((pre) => {
      const button = copyButton(pre, words);
      pre.append(button);
      return button;
    });
    return () => {
      for (const button of buttons) button.remove();
    };
  }, [content, words]);
}

type ProseProps = { html: string | null; language?: string | null | undefined };

/** A post's sanitised content; null means that it came with the server's page. */
export function Prose({ html, language }: ProseProps) {
  const { apiUrl } = useSite();
  const sent = useServerContent();
  const content = useRef<HTMLDivElement>(null);
  const words = useWords();
  useCopyButtons(content, words);
  useEffect(() => {
    const article = content.current?.closest('article') ?? content.current;
    if (!article) return;
    copyHeadingLinks(article, words);
    enlargePictures(article, words);
  }, [words]);
  return (
    <div
      ref={content}
      className={styles.prose}
      {...languageAttributes(language)}
      data-sent={html === null ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
      dangerouslySetInnerHTML={{ __html: withImageHost(html ?? sent, apiUrl) }}
    />
  );
}

/** Without the table of contents of the server's page, it is read from the content. */
type Props = ProseProps & { contents?: Contents | undefined };

export function ProseWithContents({ html, contents, language }: Props) {
  const words = useWords();
  const entries = useMemo(() => contents ?? contentsOf(html ?? ''), [contents, html]);
  if (entries.length === 0) return <Prose html={html} language={language} />;
  const label = words.text('post.contents');
  return (
    <div className={contentsStyles.text}>
      <nav className={`no-print ${contentsStyles.contents}`} aria-label={label} lang={words.lang}>
        <details data-label={label}>
          <summary>{label}</summary>
          <ol {...languageAttributes(language || words.pageLang)}>
            {entries.map(({ id, text, depth }) => (
              <li key={id} data-depth={depth}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </details>
      </nav>
      <Prose html={html} language={language} />
    </div>
  );
}
