import type { Post } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { useFocusFallback } from '../../lib/admin/use-focus-fallback.ts';
import { useRendered } from '../../lib/admin/use-rendered.ts';
import { summarise } from '../../lib/summary.ts';
import { ArticleHead } from '../article-head.tsx';
import { Loading } from '../loading.tsx';
import { Prose } from '../prose.tsx';
import admin from './admin.module.css';
import styles from './rendered-post.module.css';

type Props = { post: Post; heading: 'h1' | 'h3' };

/** A post from the history or the trash, as readers would see it. */
export function RenderedPost({ post, heading }: Props) {
  return (
    <RenderedContent
      head={<ArticleHead heading={heading} post={summarise(post)} />}
      content={post.content}
    />
  );
}

type ContentProps = { head: React.ReactNode; content: string };

/** What was written, rendered by the server. */
export function RenderedContent({ head, content }: ContentProps) {
  const [attempt, setAttempt] = useState(0);
  const article = useRef<HTMLElement>(null);
  useFocusFallback(article, attempt);
  return (
    <article ref={article} tabIndex={-1} className={styles.post}>
      {head}
      <Content key={attempt} content={content} onRetry={() => setAttempt(attempt + 1)} />
    </article>
  );
}

function Content({ content, onRetry }: { content: string; onRetry: () => void }) {
  const { rendered, failed } = useRendered(content, true);
  if (rendered) return <Prose html={rendered.content} />;
  if (!failed) return <Loading text="Loading text..." />;
  return (
    <div role="alert" className={`${admin.admin} ${styles.failed}`}>
      <p>The text could not be loaded: the server did not answer as it should.</p>
      <button type="button" className={admin.plain} onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
