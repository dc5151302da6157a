import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import { copyText } from '../../lib/copy-text.ts';
import { useSite } from '../../reader/site/site.ts';
import admin from '../ui/admin.module.css';
import styles from './list-message.module.css';
import type { ListMessage } from './published-message.ts';

type Props = {
  ref?: Ref<HTMLDivElement>;
  message: ListMessage;
  /** Said beside it. */
  children: React.ReactNode;
};

/** Says what an action has done. Takes the same room without a message. */
export function ListMessageLine({ ref, message, children }: Props) {
  const { url } = useSite();
  // Of one message: another one begins without it.
  const [copied, setCopied] = useState<{ message: ListMessage; text: string }>();
  const { text, view, edit, undo, isPublic } = message;
  const address = `${url}/blog/${view}`;
  const copy = async () => {
    const isCopied = await copyText(address);
    setCopied({ message, text: isCopied ? ' · Link copied' : ` · Copy it from here: ${address}` });
  };
  return (
    <div
      ref={ref}
      className={styles.line}
      data-filled={text !== '' || Boolean(children) || undefined}
    >
      <p role="status">
        {text}
        {copied?.message === message && copied.text}
      </p>
      {view !== undefined && <Link to={`/blog/${view}`}>View</Link>}
      {isPublic && (
        <button type="button" className={admin.plain} onClick={copy}>
          Copy link
        </button>
      )}
      {edit !== undefined && <Link to={edit}>Edit</Link>}
      {undo && (
        <button type="button" className={admin.plain} onClick={undo}>
          Undo
        </button>
      )}
      {children}
    </div>
  );
}
