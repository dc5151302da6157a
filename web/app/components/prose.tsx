import { useRef } from 'react';
import { withImageHost } from '../lib/images.ts';
import { useServerContent } from '../lib/server-content.ts';
import { useSite } from '../lib/site.ts';
import { useCopyButtons } from '../lib/use-copy-buttons.ts';
import styles from './prose.module.css';

/** A post's sanitised content; null means that it came with the server's page. */
export function Prose({ html }: { html: string | null }) {
  const { apiUrl } = useSite();
  const sent = useServerContent();
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content);
  return (
    <div
      ref={content}
      className={styles.prose}
      dir="auto"
      data-sent={html === null ? '' : undefined}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
      dangerouslySetInnerHTML={{ __html: withImageHost(html ?? sent, apiUrl) }}
    />
  );
}
