import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useParams } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { visualEditorCode } from '../../admin/content/load-visual-editor.ts';
import { NotOpened } from '../../admin/document-editor/not-opened.tsx';
import { openDocument } from '../../admin/document-editor/open-document.ts';
import { PageEditor } from '../../admin/pages/page-editor.tsx';
import { PAGES } from '../../admin/pages/page-kind.ts';
import { isStaying } from '../../admin/ui/use-unsaved-warning.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

async function load(id: string | undefined, search: URLSearchParams) {
  const [result, pages] = await Promise.all([
    openDocument(PAGES, id, search),
    withFallback(adminApi.listPages(), []),
    // Shown later, it would move what follows it. The editor says so if it cannot be loaded.
    visualEditorCode.load().catch(console.warn),
  ]);
  return { result, pages };
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: load(params.id, url.searchParams) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing pages: the first save must not remount the editor. */
export default function PageEditorRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const location = useLocation();
  const again = () => load(id, new URLSearchParams(location.search));
  const [loaded, attempt, reload] = useReload(first, again);
  const key = isStaying(location) ? undefined : id;
  return (
    <WhenLoaded key={attempt || key} loaded={loaded} fallback={<HydrateFallback />}>
      {({ result, pages }) =>
        'problem' in result ? (
          <NotOpened kind={PAGES} {...result} onRetry={reload} />
        ) : (
          <PageEditor {...result} pages={pages} />
        )
      }
    </WhenLoaded>
  );
}
