import type { Post } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { ArticleHead } from '../../../reader/article/prose/article-head.tsx';
import { Prose } from '../../../reader/article/prose/prose.tsx';
import { Loading } from '../../../reader/ui/loading.tsx';
import { summarise } from '../../../reader/ui/summary.ts';
import admin from '../../ui/admin.module.css';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { AsOnThePage } from './as-on-the-page.tsx';
import styles from './rendered-post.module.css';
import { useRendered } from './use-rendered.ts';

type Props = { post: Post; heading: 'h1' | 'h3' };

/** A post from the history or the trash, as readers would see it. */
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

/** What was written, rendered by the server. */
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
  const { rendered, failed } = useRendered(content, true);
  if (rendered) return <Prose html={rendered.content} language={language} />;
  if (!failed) return <Loading text="Loading text..." />;
  return (
    <div role="alert" lang="en" dir="ltr" className={`${admin.admin} ${styles.failed}`}>
      <p>The text could not be loaded: the server sent an unexpected response.</p>
      <button type="button" className={admin.plain} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
