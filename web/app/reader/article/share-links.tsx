import type { Post } from '@longhand/contract/posts';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../site/site.ts';
import { useWords } from '../site/words.tsx';
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
  const words = useWords();
  const url = `${site.url}/blog/${post.slug}`;
  const media = post.featured_image && imageUrl(post.featured_image, site.apiUrl || site.url);
  const links = [
    ['twitter', shareUrl('https://x.com/intent/post', { url, text: post.title })],
    ['facebook', shareUrl('https://www.facebook.com/sharer/sharer.php', { u: url })],
    [
      'pinterest',
      shareUrl('https://www.pinterest.com/pin/create/button/', {
        url,
        description: post.title,
        ...(media && { media }),
      }),
    ],
    ['email', shareUrl('mailto:', { subject: post.title, body: `${post.excerpt}\n\n${url}` })],
  ] as const;
  return (
    <section className={styles.share} aria-labelledby="share" lang={words.lang}>
      <h2 id="share">{words.text('share.heading')}</h2>
      <ul>
        {links.map(([name, href]) => (
          <li key={name}>
            <a href={href} target={name === 'email' ? undefined : '_blank'} rel="noopener">
              {words.text(`share.${name}`)}
            </a>
          </li>
        ))}
        <li>
          <button
            type="button"
            className={sheet.isThere ? undefined : styles.absent}
            onClick={() => sheet.open({ title: post.title, url })}
          >
            {words.text('share.more')}
          </button>
        </li>
      </ul>
      <p role="status">{sheet.hasFailed && words.text('share.failed')}</p>
    </section>
  );
}
