import { TRASH_DAYS } from '@longhand/contract/limits';
import type { Page } from '@longhand/contract/pages';
import {
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { withVisualEditor } from '../../components/admin/load-visual-editor.ts';
import { PageEditor } from '../../components/admin/page-editor.tsx';
import { WhenLoaded } from '../../components/admin/when-loaded.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { LOAD_FAILED } from '../../lib/admin/alerts.ts';
import { SessionOverError } from '../../lib/admin/api/request.ts';
import { listPageDrafts, type PageDraft } from '../../lib/admin/pages/page-drafts.ts';
import { toPageForm } from '../../lib/admin/pages/page-form.ts';
import { type OpenedPage, pageBaseline } from '../../lib/admin/pages/page-state.ts';
import { isStaying } from '../../lib/admin/use-unsaved-warning.ts';
import { leavesPage } from '../../lib/revalidation.ts';

type Loaded =
  | { readonly opened: OpenedPage; readonly pages: readonly Page[] }
  | { readonly problem: 'not-found' | 'failed'; readonly localDrafts: readonly PageDraft[] };

async function open(id: string | undefined, key: string | null): Promise<Loaded> {
  const pages = await adminApi.listPages();
  const page = pages.find((entry) => entry.id === id) ?? null;
  const localDrafts = await listPageDrafts(
    (draft) => draft.pageId === (id ?? null) || (!id && draft.key === key),
    page ? toPageForm(page) : undefined,
  );
  if (id && !page) return { problem: 'not-found', localDrafts };
  return { opened: { baseline: pageBaseline(page), localDrafts }, pages };
}

async function load(id: string | undefined, key: string | null): Promise<Loaded> {
  try {
    return await open(id, key);
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    const localDrafts = await listPageDrafts(({ pageId }) => pageId === (id ?? null));
    return { problem: 'failed', localDrafts };
  }
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: withVisualEditor(load(params.id, url.searchParams.get('kept'))) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing pages: the first save must not remount the editor. */
export default function PageEditorRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const key = isStaying(useLocation()) ? undefined : id;
  return (
    <WhenLoaded key={key} loaded={loaded} fallback={<HydrateFallback />}>
      {(result) => ('problem' in result ? <NoPage {...result} /> : <PageEditor {...result} />)}
    </WhenLoaded>
  );
}

const PROBLEMS = {
  'not-found': {
    title: 'Page Not Found',
    text: `There is no page with this id. It may have been deleted; then it can be restored from the list of pages for ${TRASH_DAYS} days.`,
  },
  failed: {
    title: 'The page could not be loaded',
    text: LOAD_FAILED.text,
  },
} as const;

type NoPageProps = Extract<Loaded, { problem: string }>;

/** Why not an empty form: its content would be saved as another page. */
function NoPage({ problem, localDrafts }: NoPageProps) {
  return (
    <>
      <Message {...PROBLEMS[problem]} back={{ to: '/admin/pages', label: '← Back to Pages' }} />
      {localDrafts.map(({ key }) => (
        <p key={key} className="page">
          Unsaved work on it was kept in this browser.{' '}
          <Link to={`/admin/pages/new?kept=${key}`}>Open it as a new page</Link>
        </p>
      ))}
    </>
  );
}
