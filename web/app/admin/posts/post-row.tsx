import { memo } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { copyAddress, editorAddress } from '../document-editor/addresses.ts';
import { useSendPostDialog } from '../newsletter/sending/send-post-dialog.tsx';
import {
  editedAt,
  type ListedPost,
  type ListedTrash,
  publicSince,
  STATUSES,
  statusNote,
  statusOf,
} from '../post-list/post-list.ts';
import { postStatisticsAddress } from '../statistics/statistics-view.ts';
import { useCountsViews } from '../statistics/use-counts-views.ts';
import { Button } from '../ui/button.tsx';
import styles from '../ui/lists/row.module.css';
import { HiddenTitle, RowMenu } from '../ui/lists/row-menu.tsx';
import { SelectOne } from '../ui/lists/selection.tsx';
import table from '../ui/lists/table.module.css';
import { number } from '../words/counts.ts';
import { dateAndTime } from '../words/date-and-time.ts';
import type { PostList } from './use-post-list.ts';

/** Shared by all rows because creating a format is slow. */
const dayFormat = new Intl.DateTimeFormat();

const day = (timestamp: string | null) => timestamp && dayFormat.format(new Date(timestamp));

function StatusMark({ post }: { post: ListedPost | ListedTrash }) {
  const status = statusOf(post);
  const note = statusNote(post);
  return (
    <span className={styles[status]}>
      {note === '' ? (
        STATUSES[status]
      ) : (
        <>
          <span>{STATUSES[status]}</span>
          {note}
        </>
      )}
    </span>
  );
}

function PublishTime({ at }: { at: string | null }) {
  const { timeZone } = useSite();
  return at && <span className={styles.time}>{dateAndTime(at, timeZone)}</span>;
}

type RowProps = {
  title: React.ReactNode;
  status: React.ReactNode;
  box?: React.ReactNode;
  /** The date of creation or deletion. */
  date: string;
  /** Further dates, by column name. */
  dates?: Readonly<Record<string, string | null>>;
  /** Undefined if the list has no such column. */
  views?: React.ReactNode;
  busy: boolean;
  children: React.ReactNode;
};

function Row({ title, status, box, date, dates = {}, views, busy, children }: RowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <tr role="row" aria-busy={busy || undefined}>
      {box !== undefined && (
        <td role="cell" className={table.check}>
          {box}
        </td>
      )}
      <th scope="row" role="rowheader" dir="auto">
        {title}
      </th>
      <td role="cell" data-status="">
        {status}
      </td>
      <td role="cell">
        <time dateTime={date}>{day(date)}</time>
      </td>
      {Object.entries(dates).map(([name, value]) => (
        <td key={name} role="cell" data-date={name}>
          {day(value)}
        </td>
      ))}
      {views !== undefined && (
        <td role="cell" data-views="">
          {views}
        </td>
      )}
      <td role="cell">
        <div className={styles.actions}>{children}</div>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}

/** A post that was never public has none. */
function Views({ post: { id, views = 0, published } }: { post: ListedPost }) {
  if (views === 0 && !published) return null;
  return (
    <Link to={postStatisticsAddress(id)}>
      {number(views)}
      <span className={styles.unit}> {views === 1 ? 'view' : 'views'}</span>
    </Link>
  );
}

type ActionProps = { label: string; title: string; busy: boolean; onClick: () => void };

function Action({ label, title, busy, onClick }: ActionProps) {
  return (
    <Button aria-disabled={busy} onClick={onClick}>
      {label}
      <HiddenTitle title={title} />
    </Button>
  );
}

export type SelectableProps<Entry> = {
  post: Entry;
  list: PostList;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
};

/** Why memo: choosing one of many rows would render them all. `list` and `onSelect` depend only on what is compared. */
export const PostRow = memo(
  RenderedRow,
  (a, b) =>
    a.post === b.post &&
    a.isSelected === b.isSelected &&
    a.list.busy.has(a.post.id) === b.list.busy.has(b.post.id),
);

function RenderedRow({ post, list, isSelected, onSelect }: SelectableProps<ListedPost>) {
  const { id, title, isUnsaved } = post;
  const edit = isUnsaved ? copyAddress('post', id) : editorAddress('post', id);
  const common = { title, busy: list.busy.has(id) };
  const status = statusOf(post);
  const { newsletterOpen } = useSite();
  const countsViews = useCountsViews();
  const [openSend, sendDialog] = useSendPostDialog({
    post,
    hasChanges: post.workingCopy !== undefined,
  });
  return (
    <Row
      box={<SelectOne {...{ title, isSelected, onSelect }} />}
      title={<Link to={edit}>{title}</Link>}
      status={
        <>
          <StatusMark post={post} />
          {status === 'scheduled' && <PublishTime at={post.publish_at} />}
        </>
      }
      date={post.created_at}
      dates={{ edited: editedAt(post), published: publicSince(post) }}
      views={countsViews ? post.views !== undefined && <Views post={post} /> : undefined}
      busy={common.busy}
    >
      <Link to={edit}>
        Edit
        <HiddenTitle title={title} />
      </Link>
      {!isUnsaved && (
        <Link to={`/blog/${post.slug}`}>
          View
          <HiddenTitle title={title} />
        </Link>
      )}
      <Action label="Delete" {...common} onClick={() => list.remove(post)} />
      {!isUnsaved && (
        <RowMenu
          {...common}
          actions={actionsOf(post, list, newsletterOpen ? openSend : undefined)}
        />
      )}
      {sendDialog}
    </Row>
  );
}

function actionsOf(post: ListedPost, list: PostList, openSend?: () => void) {
  const unpublish = () => list.unpublish(post);
  const publish = ['Publish', () => list.publish(post)] as const;
  const duplicate = ['Duplicate', () => list.duplicate(post)] as const;
  switch (statusOf(post)) {
    case 'published':
      return [
        ['Unpublish', unpublish] as const,
        duplicate,
        ...(openSend ? [['Send to subscribers', openSend] as const] : []),
      ];
    case 'scheduled':
      return [publish, ['Unschedule', unpublish] as const, duplicate];
    case 'draft':
      return [publish, duplicate];
  }
}

export function TrashRow({ post, list, isSelected, onSelect }: SelectableProps<ListedTrash>) {
  const busy = list.busy.has(post.id);
  return (
    <Row
      box={<SelectOne title={post.title} {...{ isSelected, onSelect }} />}
      title={<Link to={`/admin/trash/${post.id}`}>{post.title}</Link>}
      status={<StatusMark post={post} />}
      date={post.deleted_at}
      busy={busy}
    >
      <Action label="Restore" title={post.title} busy={busy} onClick={() => list.restore(post)} />
      <Action
        label="Delete for good"
        title={post.title}
        busy={busy}
        onClick={() => list.removeForGood(post)}
      />
    </Row>
  );
}
