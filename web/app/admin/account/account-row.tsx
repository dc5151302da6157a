import type { ReactNode } from 'react';
import { PlainButton } from '../ui/button.tsx';
import { relativeTime } from '../ui/relative-time.ts';

type Props = {
  name: string;
  title?: string | undefined;
  mark?: string | false;
  /** Each detail is an element, so that it wraps as a whole. */
  details: ReactNode;
  /** The button is named by both: "End: this session". */
  action: string;
  subject: string;
  /** An ended entry stays in its place until the page is left. */
  isEnded?: boolean | undefined;
  onAction: () => void;
};

/** An entry of a list with the rows of ui/lists/detail-rows.module.css. */
export function AccountRow(props: Props) {
  const { name, title, mark, details, action, subject, isEnded, onAction } = props;
  return (
    <li data-ended={isEnded}>
      <span>
        <b dir="auto" title={title}>
          {name}
        </b>
        {mark && <em>{mark}</em>}
        <small>{details}</small>
      </span>
      <PlainButton aria-disabled={isEnded} aria-label={`${action}: ${subject}`} onClick={onAction}>
        {action}
      </PlainButton>
    </li>
  );
}

export function LastUse({ at, never }: { at: string | null; never?: string }) {
  if (at === null) return never && <span>{never}</span>;
  return (
    <span>
      Used <time dateTime={at}>{relativeTime(Date.parse(at))}</time>
    </span>
  );
}
