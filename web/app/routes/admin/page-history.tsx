import type { Page, PageVersion } from '@longhand/contract/pages';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useParams } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { RenderedContent } from '../../admin/content/preview/rendered-post.tsx';
import { DifferenceList } from '../../admin/history/differences.tsx';
import { History, NoHistory, Version } from '../../admin/history/history.tsx';
import { loadHistory } from '../../admin/history/load-history.ts';
import { showsOtherVersion } from '../../admin/history/version-view.tsx';
import { pageDifferences, toPageForm, toPageInput } from '../../admin/pages/page-form.ts';
import { PageTitle } from '../../admin/pages/page-title.tsx';
import { dateAndTime } from '../../admin/post-form/date-and-time.ts';
import { refreshSite } from '../../admin/ui/latest-site.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { useReload } from '../../lib/use-reload.ts';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';

function load(address: Pick<ClientLoaderFunctionArgs, 'params' | 'url'>) {
  const { findPage: find, listPageVersions: listVersions } = adminApi;
  const calls = { find, listVersions, findVersion: adminApi.findPageVersion };
  return loadHistory(calls, address);
}

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return { loaded: load(args) };
}

export const shouldRevalidate = showsOtherVersion;

export function HydrateFallback() {
  return <Loading text="Loading history..." />;
}

export default function PageHistoryRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const params = useParams();
  const { search } = useLocation();
  const [loaded, attempt, reload] = useReload(first, () =>
    load({ params, url: new URL(search, window.location.origin) }),
  );
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(data) =>
        data ? (
          <PageHistory {...data} />
        ) : (
          <NoHistory
            kind="page"
            back={{ to: '/admin/pages', label: '← Back to Pages' }}
            onRetry={reload}
          />
        )
      }
    </WhenLoaded>
  );
}

type Props = {
  current: Page;
  versions: readonly PageVersion[];
  older: number | null;
  isThinned: boolean;
  earlier: Page | null;
};

function PageHistory({ current: page, versions, older, isThinned, earlier }: Props) {
  const editor = `/admin/pages/edit/${page.id}`;
  return (
    <History
      kind="page"
      title={page.title}
      editor={editor}
      versions={versions.map(({ version, saved_at }) => ({ version, savedAt: saved_at }))}
      older={older}
      isThinned={isThinned}
      shown={earlier?.version}
    >
      {earlier && (
        <EarlierPage key={earlier.version} page={page} earlier={earlier} editor={editor} />
      )}
    </History>
  );
}

function EarlierPage({ page, earlier, editor }: { page: Page; earlier: Page; editor: string }) {
  const { timeZone } = useSite();
  const now = toPageForm(page);
  // Restoring changes what is written, not where it is found.
  const { slug, placement, position } = now;
  const restored = { ...toPageForm(earlier), slug, placement, position };

  const differences = pageDifferences(restored, now);

  async function restore(): Promise<void> {
    await adminApi.updatePage(page.id, toPageInput(restored, now), page.version);
    void refreshSite();
  }

  return (
    <Version
      kind="page"
      version={earlier.version}
      status={`${statusOf(earlier, timeZone)} Restoring it makes it public at once.`}
      editor={editor}
      looked={
        <RenderedContent head={<PageTitle title={earlier.title} />} content={earlier.content} />
      }
      differences={(view) =>
        differences.length > 0 ? (
          <DifferenceList fields={differences} view={view} />
        ) : (
          <p>No differences. Where the page is shown is not compared.</p>
        )
      }
      restore={restore}
    />
  );
}

function statusOf({ updated_at }: Page, timeZone: string): string {
  return updated_at ? `Saved ${dateAndTime(updated_at, timeZone)}.` : 'The default text.';
}
