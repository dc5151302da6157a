import { longDate } from '@longhand/contract/dates';
import { Link } from 'react-router';
import { imageAttributes } from '../lib/images.ts';
import { useSite } from '../lib/site.ts';
import type { PostSummary } from '../lib/summary.ts';
import styles from './article.module.css';

/** Date, topics, title, standfirst and picture of a post. */
export function ArticleHead({ post }: { post: PostSummary }) {
  const { timeZone, apiUrl } = useSite();
  const image = post.featured_image;
  return (
    <header className={styles.head}>
      <p className="label">
        <time dateTime={post.date}>{longDate(post.date, timeZone)}</time>
        {post.tags.length > 0 && (
          <span className={styles.topics}>
            {post.tags.map((tag) => (
              <Link key={tag} to={`/blog?tag=${encodeURIComponent(tag)}`}>
                {tag}
              </Link>
            ))}
          </span>
        )}
        <span>{post.reading_minutes} min read</span>
      </p>
      <h1 className={styles.title}>{post.title}</h1>
      <p className={styles.standfirst}>{post.excerpt}</p>
      {image && (
        <img
          className={styles.picture}
          {...imageAttributes(image, 'article', apiUrl)}
          alt={post.featured_image_alt ?? ''}
          fetchPriority="high"
        />
      )}
    </header>
  );
}
