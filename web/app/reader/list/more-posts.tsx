import type { AdjacentPost, PostDetail } from '@longhand/contract/posts';
import { Link } from 'react-router';
import { textAttributes } from '../../lib/text-attributes.ts';
import { topicPagePath } from '../site/page-paths.ts';
import { PostLink } from '../ui/post-card.tsx';
import styles from './more-posts.module.css';

type Props = { post: Pick<PostDetail, 'previous_post' | 'next_post' | 'tags'> };

/** At the end of a post: the older one, the newer one, and its topics. */
export function MorePosts({ post: { previous_post, next_post, tags } }: Props) {
  if (!previous_post && !next_post && tags.length === 0) return null;
  return (
    <nav className={`no-print ${styles.more}`} aria-label="More posts">
      {(previous_post || next_post) && (
        <div>
          {previous_post && <Adjacent post={previous_post} label="Previous:" rel="prev" />}
          {next_post && <Adjacent post={next_post} label="Next:" rel="next" />}
        </div>
      )}
      {tags.length > 0 && (
        <p>
          <span>More on</span>
          {tags.map((tag) => (
            <Link key={tag} to={topicPagePath(tag)} dir="auto">
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
  return (
    <PostLink post={post} rel={rel}>
      <span className="label">{label}</span>{' '}
      <span {...textAttributes(post.title)}>{post.title}</span>
    </PostLink>
  );
}
