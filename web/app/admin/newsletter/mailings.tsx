import { useRef } from 'react';
import admin from '../ui/admin.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { MailingItem } from './mailing-item.tsx';
import styles from './newsletter.module.css';
import type { Mailings as List } from './use-mailings.ts';

export function Mailings({ list }: { list: List }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, list.message);
  return (
    <section className={styles.section} aria-labelledby="mailings">
      <h2 id="mailings" ref={heading} tabIndex={-1}>
        Mailings
      </h2>
      <p role="status" className="visually-hidden">
        {list.message}
      </p>
      {list.entries.length === 0 && (
        <p>
          Nothing has been sent yet. <i>Send to subscribers</i> is in the editor of each public
          post, and in the dashboard under <i>More</i>.
        </p>
      )}
      <ul className={styles.mailings}>
        {list.entries.map((mailing) => (
          <MailingItem key={mailing.id} mailing={mailing} list={list} />
        ))}
      </ul>
      {list.hasMore && (
        <p>
          <button type="button" className={admin.plain} onClick={list.showMore}>
            Show more
          </button>
        </p>
      )}
    </section>
  );
}
