import { useRef } from 'react';
import { withImageHost } from '../lib/images.ts';
import { useSite } from '../lib/site.ts';
import { useCopyButtons } from '../lib/use-copy-buttons.ts';
import styles from './prose.module.css';

/** The text of a post, as the API's sanitiser left it. */
export function Prose({ html }: { html: string }) {
  const { apiUrl } = useSite();
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content);
  return (
    <div
      ref={content}
      className={styles.prose}
      dir="auto"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
      dangerouslySetInnerHTML={{ __html: withImageHost(html, apiUrl) }}
    />
  );
}
