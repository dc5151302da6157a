import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useParams } from 'react-router';
import { withVisualEditor } from '../../admin/content/load-visual-editor.ts';
import { NotOpened } from '../../admin/document-editor/not-opened.tsx';
import { openDocument } from '../../admin/document-editor/open-document.ts';
import { PostEditor } from '../../admin/post-editor/post-editor.tsx';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { isStaying } from '../../admin/ui/use-unsaved-warning.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { leavesPage } from '../../lib/revalidation.ts';
import { Loading } from '../../reader/ui/loading.tsx';

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: withVisualEditor(openDocument(POSTS, params.id, url.searchParams)) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing posts: the first save must not remount the editor. */
export default function EditorRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const key = isStaying(useLocation()) ? undefined : id;
  return (
    <WhenLoaded key={key} loaded={loaded} fallback={<HydrateFallback />}>
      {(result) =>
        'problem' in result ? <NotOpened kind={POSTS} {...result} /> : <PostEditor {...result} />
      }
    </WhenLoaded>
  );
}
