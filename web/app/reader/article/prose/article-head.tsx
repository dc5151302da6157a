import { filteredListPath } from '@longhand/contract/posts/topic-paths';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { imageAttributes } from '../../../lib/images.ts';
import { Picture } from '../../../lib/picture.tsx';
import { languageAttributes, textAttributes } from '../../../lib/text-attributes.ts';
import { useSite } from '../../site/site.ts';
import { useWords } from '../../site/words.tsx';
import { LongDate } from '../../ui/date.tsx';
import type { PostSummary } from '../../ui/summary.ts';
import styles from '../article.module.css';

type Props = {
  post: Omit<PostSummary, 'id' | 'slug'>;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
};

export function ArticleHead({ post, heading: Heading = 'h1', children }: Props) {
  const { apiUrl } = useSite();
  const image = post.featured_image;
  const words = useWords();
  return (
    <header className={styles.head}>
      <p className="label">
        <LongDate date={post.date} />
        <span lang={words.lang} dir={words.direction}>
          {words.count('post.minutes', post.reading_minutes)}
        </span>
        {post.tags.length > 0 && (
          <span className={styles.topics}>
            {post.tags.map((tag, index) => (
              <Fragment key={tag}>
                {index > 0 && ', '}
                <Link to={filteredListPath(tag)} {...textAttributes(tag)}>
                  {tag}
                </Link>
              </Fragment>
            ))}
          </span>
        )}
      </p>
      <Heading className={styles.title} {...textAttributes(post.title, post.language)}>
        {post.title}
      </Heading>
      <p className={styles.standfirst} {...languageAttributes(post.language)}>
        {post.excerpt}
      </p>
      {children}
      {image && (
        <Picture
          key={image}
          className={styles.picture}
          {...imageAttributes(image, 'article', apiUrl)}
          alt={post.featured_image_alt ?? ''}
          lang={post.language ?? undefined}
          fetchPriority="high"
        />
      )}
    </header>
  );
}
