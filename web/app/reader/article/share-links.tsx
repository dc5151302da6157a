import type { Post } from '@longhand/contract/posts/posts';
import { useEffect, useState } from 'react';
import { copyText } from '../../lib/copy-text.ts';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../site/site.ts';
import { useWords } from '../site/words.tsx';
import styles from './share-links.module.css';

type Result = 'share.failed' | 'text.link-copied' | 'text.link-not-copied';

/** Both work only in the browser; not every browser has a share sheet. */
function useSharing() {
  const [isReady, setIsReady] = useState(false);
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => setIsReady(true), []);

  async function openSheet(data: ShareData): Promise<void> {
    setResult(null);
    try {
      await navigator.share(data);
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      if (!(error instanceof DOMException && error.name === 'AbortError'))
        setResult('share.failed');
    }
  }

  async function copy(url: string): Promise<void> {
    setResult((await copyText(url)) ? 'text.link-copied' : 'text.link-not-copied');
  }

  return { isReady, hasSheet: isReady && 'share' in navigator, result, openSheet, copy };
}

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
  const sharing = useSharing();
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
            className={sharing.isReady ? undefined : styles.absent}
            onClick={() => sharing.copy(url)}
          >
            {words.text('share.copy')}
          </button>
        </li>
        <li>
          <button
            type="button"
            className={sharing.hasSheet ? undefined : styles.absent}
            onClick={() => sharing.openSheet({ title: post.title, url })}
          >
            {words.text('share.more')}
          </button>
        </li>
      </ul>
      <p role="status">{sharing.result && words.text(sharing.result)}</p>
    </section>
  );
}
