import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useParams } from 'react-router';
import { loadEditorView } from '../../admin/content/editor-view.ts';
import { NotOpened } from '../../admin/document-editor/not-opened.tsx';
import { openDocument } from '../../admin/document-editor/open-document.ts';
import { PostEditor } from '../../admin/post-editor/post-editor.tsx';
import { POSTS } from '../../admin/post-editor/post-kind.ts';
import { isStaying } from '../../admin/ui/use-unsaved-warning.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

async function load(id: string | undefined, search: URLSearchParams) {
  const [result, view] = await Promise.all([openDocument(POSTS, id, search), loadEditorView()]);
  return { result, view };
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: load(params.id, url.searchParams) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing posts: the first save must not remount the editor. */
export default function EditorRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const location = useLocation();
  const again = () => load(id, new URLSearchParams(location.search));
  const [loaded, attempt, reload] = useReload(first, again);
  const key = isStaying(location) ? undefined : id;
  return (
    <WhenLoaded key={attempt || key} loaded={loaded} fallback={<HydrateFallback />}>
      {({ result, view }) =>
        'problem' in result ? (
          <NotOpened kind={POSTS} {...result} onRetry={reload} />
        ) : (
          <PostEditor {...result} view={view} />
        )
      }
    </WhenLoaded>
  );
}
