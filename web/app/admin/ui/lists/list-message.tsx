import { type Ref, useState } from 'react';
import { Link } from 'react-router';
import { copyText } from '../../../lib/copy-text.ts';
import { useSite } from '../../../reader/site/site.ts';
import { PlainButton } from '../button.tsx';
import styles from './list-message.module.css';

export type ListMessage = {
  readonly text: string;
  /** The slug of a post that can be viewed. */
  readonly view?: string;
  readonly isPublic?: boolean;
  /** The address of the editor. */
  readonly edit?: string;
  readonly undo?: () => void;
};

type Props = {
  ref?: Ref<HTMLDivElement>;
  message: ListMessage;
  children: React.ReactNode;
};

/** Takes up the same space without a message. */
export function ListMessageLine({ ref, message, children }: Props) {
  const { url } = useSite();
  // Belongs to one message; the next one begins without it.
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
      {isPublic && <PlainButton onClick={copy}>Copy link</PlainButton>}
      {edit !== undefined && <Link to={edit}>Edit</Link>}
      {undo && <PlainButton onClick={undo}>Undo</PlainButton>}
      {children}
    </div>
  );
}
