import { languageAttributes, textAttributes } from '../../lib/text-attributes.ts';
import { useWords } from '../site/words.tsx';
import { Dateline, PostLink } from '../ui/post-card.tsx';
import { PostImage } from '../ui/post-image.tsx';
import type { PostSummary } from '../ui/summary.ts';
import styles from './lead.module.css';

export function Lead({ post }: { post: PostSummary }) {
  const words = useWords();
  return (
    <article className={styles.lead}>
      <div className={styles.image}>
        <PostImage post={post} slot="lead" eager />
      </div>
      <div>
        <Dateline post={post} />
        <h2 className={styles.title} {...textAttributes(post.title, post.language)}>
          <PostLink post={post}>{post.title}</PostLink>
        </h2>
        <p className={styles.excerpt} {...languageAttributes(post.language)}>
          {post.excerpt}
        </p>
        <p className={styles.more} lang={words.lang}>
          <PostLink post={post}>
            {words.text('home.continue')}
            <span className="visually-hidden">
              : <bdi lang={post.language ?? words.pageLang}>{post.title}</bdi>
            </span>
          </PostLink>
        </p>
      </div>
    </article>
  );
}
