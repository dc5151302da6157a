import type { Post } from '@longhand/contract/posts/posts';
import { type ReactNode, useRef, useState } from 'react';
import { ArticleHead } from '../../../reader/article/prose/article-head.tsx';
import { Prose } from '../../../reader/article/prose/prose.tsx';
import { directionOf } from '../../../reader/site/language.ts';
import { useSite } from '../../../reader/site/site.ts';
import { ShownWords } from '../../../reader/site/words.tsx';
import { Loading } from '../../../reader/ui/loading.tsx';
import { summarise } from '../../../reader/ui/summary.ts';
import admin from '../../ui/admin.module.css';
import { PlainButton } from '../../ui/button.tsx';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import styles from './rendered-post.module.css';
import { useRendered } from './use-rendered.ts';

/** The public page has its own language and direction; the dashboard around it is in English. */
export function AsOnThePage({ children }: { children: ReactNode }) {
  const { language } = useSite();
  return (
    <div lang={language} dir={directionOf(language)}>
      <ShownWords of="site">{children}</ShownWords>
    </div>
  );
}

type Props = { post: Post; heading: 'h2' | 'h3' };

export function RenderedPost({ post, heading }: Props) {
  return (
    <RenderedContent
      head={<ArticleHead heading={heading} post={summarise(post)} />}
      content={post.content}
      language={post.language}
    />
  );
}

type ContentProps = {
  head: React.ReactNode;
  content: string;
  language?: string | null | undefined;
};

export function RenderedContent({ head, content, language }: ContentProps) {
  const [attempt, setAttempt] = useState(0);
  const article = useRef<HTMLElement>(null);
  useFocusFallback(article, attempt);
  return (
    <article ref={article} tabIndex={-1} className={styles.post}>
      <AsOnThePage>
        {head}
        <Content
          key={attempt}
          content={content}
          language={language}
          onRetry={() => setAttempt(attempt + 1)}
        />
      </AsOnThePage>
    </article>
  );
}

type TextProps = Pick<ContentProps, 'content' | 'language'> & { onRetry: () => void };

function Content({ content, language, onRetry }: TextProps) {
  const { rendered, failed } = useRendered(content, true, language);
  if (rendered) return <Prose html={rendered.content} language={language} />;
  if (!failed) return <Loading text="Loading text..." />;
  return (
    <div role="alert" lang="en" dir="ltr" className={`${admin.admin} ${styles.failed}`}>
      <p>The text could not be loaded: the server sent an unexpected response.</p>
      <PlainButton onClick={onRetry}>Try again</PlainButton>
    </div>
  );
}
