import { Suspense } from 'react';
import { Await, type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { PostEditor } from '../../components/admin/post-editor.tsx';
import { Loading } from '../../components/loading.tsx';
import { listKeptWork } from '../../lib/admin/journal.ts';
import { stayingOnPage } from '../../lib/revalidation.ts';

/** What was kept of posts that were never saved, or of one that is there no more. */
async function loadKept(key: string | null) {
  const kept = await listKeptWork();
  return kept.filter((work) => work.postId === null || work.key === key);
}

export function clientLoader({ url }: ClientLoaderFunctionArgs) {
  return { kept: loadKept(url.searchParams.get('kept')) };
}

export const shouldRevalidate = stayingOnPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

export default function NewPost() {
  const { kept } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HydrateFallback />}>
      <Await resolve={kept}>{(work) => <PostEditor post={null} kept={work} />}</Await>
    </Suspense>
  );
}
