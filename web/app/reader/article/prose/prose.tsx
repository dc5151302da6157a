import { type Contents, contentsOf } from '@longhand/contract/contents';
import { useEffect, useMemo, useRef } from 'react';
import { withImageHost } from '../../../lib/images.ts';
import { useServerContent } from '../../../lib/server-content.ts';
import { languageAttributes } from '../../../lib/text-attributes.ts';
import { useSite } from '../../site/site.ts';
import { useWords } from '../../site/words.tsx';
import contentsStyles from '../contents.module.css';
import { copyHeadingLinks } from './heading-links.ts';
import { enlargePictures } from './large-pictures.ts';
import styles from './prose.module.css';
import { useCopyButtons } from './use-copy-buttons.ts';

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

/** With a table of contents if it has many headings. */
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
