import type { Post } from '@longhand/contract/posts';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../site/site.ts';
import styles from './share-links.module.css';
import { useShareSheet } from './use-share-sheet.ts';

type SharedPost = Pick<Post, 'slug' | 'title' | 'excerpt' | 'featured_image'>;

function shareUrl(base: string, parameters: Record<string, string>): string {
  const query = Object.entries(parameters).map(
    ([name, value]) => `${name}=${encodeURIComponent(value)}`,
  );
  return `${base}?${query.join('&')}`;
}

/** Why plain links: no third-party script or image is loaded. */
export function ShareLinks({ post }: { post: SharedPost }) {
  const site = useSite();
  const sheet = useShareSheet();
  const url = `${site.url}/blog/${post.slug}`;
  const media = post.featured_image && imageUrl(post.featured_image, site.apiUrl || site.url);
  const links = [
    ['Twitter', shareUrl('https://x.com/intent/post', { url, text: post.title })],
    ['Facebook', shareUrl('https://www.facebook.com/sharer/sharer.php', { u: url })],
    [
      'Pinterest',
      shareUrl('https://www.pinterest.com/pin/create/button/', {
        url,
        description: post.title,
        ...(media && { media }),
      }),
    ],
    ['Email', shareUrl('mailto:', { subject: post.title, body: `${post.excerpt}\n\n${url}` })],
  ] as const;
  return (
    <section className={styles.share} aria-labelledby="share">
      <h2 id="share">Share This Post</h2>
      <ul>
        {links.map(([label, href]) => (
          <li key={label}>
            <a href={href} target={label === 'Email' ? undefined : '_blank'} rel="noopener">
              {label}
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={sheet.isThere ? undefined : styles.absent}
            onClick={() => sheet.open({ title: post.title, url })}
          >
            Share…
          </button>
        </li>
      </ul>
      <p role="status">
        {sheet.hasFailed && 'Sharing did not work. Copy the address of this page instead.'}
      </p>
    </section>
  );
}
