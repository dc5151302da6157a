import type { AdminPostSummary, TrashedPost } from '@longhand/contract/posts';
import { Link } from 'react-router';
import type { PostList } from '../../lib/admin/use-post-list.ts';
import styles from './post-table.module.css';

/** In the browser's own format. */
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
    // biome-ignore-start lint/a11y/noRedundantRoles: laid out anew on a phone, a table is none
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

/** The same words on every row; what they act on is said to those who cannot see the row. */
function Of({ title }: { title: string }) {
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
        <Of title={post.title} />
      </Link>
      <Link to={`/blog/${post.slug}`}>
        View
        <Of title={post.title} />
      </Link>
      <button
        type="button"
        aria-disabled={busy}
        onClick={() => list.publish(post, !post.published)}
      >
        {post.published ? 'Unpublish' : 'Publish'}
        <Of title={post.title} />
      </button>
      <button type="button" aria-disabled={busy} onClick={() => list.remove(post)}>
        Delete
        <Of title={post.title} />
      </button>
    </Row>
  );
}

export function TrashRow({ post, list }: { post: TrashedPost; list: PostList }) {
  const busy = list.busy.has(post.id);
  return (
    <Row title={post.title} published={post.published} date={post.deleted_at} busy={busy}>
      <button type="button" aria-disabled={busy} onClick={() => list.restore(post)}>
        Restore
        <Of title={post.title} />
      </button>
    </Row>
  );
}
