import type { AdminPostSummary, TrashedPost } from '@longhand/contract/posts';
import { Link } from 'react-router';
import type { PostList } from '../../lib/admin/use-post-list.ts';
import styles from './post-table.module.css';

function Day({ timestamp }: { timestamp: string }) {
  return <time dateTime={timestamp}>{new Date(timestamp).toLocaleDateString()}</time>;
}

type RowProps = {
  title: React.ReactNode;
  published: boolean;
  date: string;
  busy: boolean;
  children: React.ReactNode;
};

function Row({ title, published, date, busy, children }: RowProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <tr role="row" aria-busy={busy || undefined}>
      <th scope="row" role="rowheader" dir="auto">
        {title}
      </th>
      <td role="cell">
        <span className={published ? styles.published : styles.draft}>
          {published ? 'Published' : 'Draft'}
        </span>
      </td>
      <td role="cell">
        <Day timestamp={date} />
      </td>
      <td role="cell">
        <div className={styles.actions}>{children}</div>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}

/** For screen readers: the labels are the same on every row. */
function HiddenTitle({ title }: { title: string }) {
  return <span className="visually-hidden"> “{title}”</span>;
}

export function PostRow({ post, list }: { post: AdminPostSummary; list: PostList }) {
  const edit = `/admin/posts/edit/${post.id}`;
  const busy = list.busy.has(post.id);
  return (
    <Row
      title={<Link to={edit}>{post.title}</Link>}
      published={post.published}
      date={post.created_at}
      busy={busy}
    >
      <Link to={edit}>
        Edit
        <HiddenTitle title={post.title} />
      </Link>
      <Link to={`/blog/${post.slug}`}>
        View
        <HiddenTitle title={post.title} />
      </Link>
      <button
        type="button"
        aria-disabled={busy}
        onClick={() => list.publish(post, !post.published)}
      >
        {post.published ? 'Unpublish' : 'Publish'}
        <HiddenTitle title={post.title} />
      </button>
      <button type="button" aria-disabled={busy} onClick={() => list.remove(post)}>
        Delete
        <HiddenTitle title={post.title} />
      </button>
    </Row>
  );
}

export function TrashRow({ post, list }: { post: TrashedPost; list: PostList }) {
  const busy = list.busy.has(post.id);
  return (
    <Row
      title={<Link to={`/admin/trash/${post.id}`}>{post.title}</Link>}
      published={post.published}
      date={post.deleted_at}
      busy={busy}
    >
      <button type="button" aria-disabled={busy} onClick={() => list.restore(post)}>
        Restore
        <HiddenTitle title={post.title} />
      </button>
      <button type="button" aria-disabled={busy} onClick={() => list.removeForGood(post)}>
        Delete for good
        <HiddenTitle title={post.title} />
      </button>
    </Row>
  );
}
