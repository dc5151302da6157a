import { useRef } from 'react';
import { ShowMore } from '../ui/lists/paged-list.tsx';
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
        {list.message.text}
      </p>
      {list.entries.length === 0 && (
        <p>
          Nothing has been sent yet. Choose <i>Send to subscribers</i> in the editor of a public
          post, or on the dashboard under <i>More</i>.
        </p>
      )}
      <ul className={styles.mailings}>
        {list.entries.map((mailing) => (
          <MailingItem key={mailing.id} mailing={mailing} list={list} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  );
}
