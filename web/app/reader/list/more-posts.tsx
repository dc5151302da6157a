import type { AdjacentPost, PostDetail } from '@longhand/contract/posts/posts';
import { topicPagePath } from '@longhand/contract/posts/topic-paths';
import { Link } from 'react-router';
import { textAttributes } from '../../lib/text-attributes.ts';
import { useWords } from '../site/words.tsx';
import { PostLink } from '../ui/post-card.tsx';
import styles from './more-posts.module.css';

type Props = { post: Pick<PostDetail, 'previous_post' | 'next_post' | 'tags'> };

/** At the end of a post: the older one, the newer one, and its topics. */
export function MorePosts({ post: { previous_post, next_post, tags } }: Props) {
  const words = useWords();
  if (!previous_post && !next_post && tags.length === 0) return null;
  return (
    <nav
      className={`no-print ${styles.more}`}
      aria-label={words.text('post.more')}
      lang={words.lang}
    >
      {(previous_post || next_post) && (
        <div>
          {previous_post && (
            <Adjacent post={previous_post} label={words.text('post.previous')} rel="prev" />
          )}
          {next_post && <Adjacent post={next_post} label={words.text('post.next')} rel="next" />}
        </div>
      )}
      {tags.length > 0 && (
        <p>
          <span>{words.text('post.more-on')}</span>
          {tags.map((tag) => (
            <Link key={tag} to={topicPagePath(tag)} lang={words.pageLang} dir="auto">
              {tag}
            </Link>
          ))}
        </p>
      )}
    </nav>
  );
}

type AdjacentProps = { post: AdjacentPost; label: string; rel: 'prev' | 'next' };

function Adjacent({ post, label, rel }: AdjacentProps) {
  const { pageLang } = useWords();
  return (
    <PostLink post={post} rel={rel}>
      <span className="label">{label}</span>{' '}
      <span {...textAttributes(post.title, post.language ?? pageLang)}>{post.title}</span>
    </PostLink>
  );
}
