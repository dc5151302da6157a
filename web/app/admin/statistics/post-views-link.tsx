import { Link } from 'react-router';
import { countOf } from '../words/counts.ts';
import { postStatisticsAddress } from './statistics-view.ts';
import { usePostViews } from './use-post-views.ts';

/** Nothing while statistics are switched off, or if the number could not be loaded. */
export function PostViewsLink({ id }: { id: string }) {
  const { counts } = usePostViews();
  return (
    counts && <Link to={postStatisticsAddress(id)}>{countOf(counts.get(id) ?? 0, 'view')}</Link>
  );
}
