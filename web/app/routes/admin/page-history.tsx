import type { Page, PageVersion } from '@longhand/contract/pages';
import { Suspense, useState } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import admin from '../../components/admin/admin.module.css';
import { DifferenceList } from '../../components/admin/differences.tsx';
import styles from '../../components/admin/history.module.css';
import { PageTitle } from '../../components/admin/page-title.tsx';
import { RenderedContent } from '../../components/admin/rendered-post.tsx';
import { VersionList } from '../../components/admin/version-list.tsx';
import {
  showsOtherVersion,
  useVersionView,
  VersionViewChoice,
} from '../../components/admin/version-view.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi, SessionOverError } from '../../lib/admin/admin-api.ts';
import { ALERTS, alertFailure } from '../../lib/admin/alerts.ts';
import { dateAndTime } from '../../lib/admin/date-and-time.ts';
import { pageDifferences, toPageForm, toPageInput } from '../../lib/admin/pages/page-form.ts';
import { refreshSite } from '../../lib/latest-site.ts';
import { useSite } from '../../lib/site.ts';

async function load(id: string, requested: number | null) {
  try {
    const [pages, versions] = await Promise.all([
      adminApi.listPages(),
      adminApi.listPageVersions(id),
    ]);
    const page = pages.find((entry) => entry.id === id);
    const version = requested ?? versions[0]?.version;
    const earlier = version === undefined ? null : await adminApi.findPageVersion(id, version);
    return page ? { page, versions, earlier } : null;
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return null;
  }
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const version = url.searchParams.get('version');
  return { loaded: load(params.id ?? '', version === null ? null : Number(version)) };
}

export const shouldRevalidate = showsOtherVersion;

export function HydrateFallback() {
  return <Loading text="Loading history..." />;
}

export default function PageHistoryRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HydrateFallback />}>
      <Await resolve={loaded} errorElement={<HydrateFallback />}>
        {(data) =>
          data ? (
            <History {...data} />
          ) : (
            <Message
              title="There is no history here"
              text="The page does not exist, or its earlier versions could not be loaded."
              back={{ to: '/admin/pages', label: '← Back to Pages' }}
            />
          )
        }
      </Await>
    </Suspense>
  );
}

type Props = { page: Page; versions: readonly PageVersion[]; earlier: Page | null };

function History({ page, versions, earlier }: Props) {
  const editor = `/admin/pages/edit/${page.id}`;
  return (
    <div className={`page ${admin.admin} ${styles.history}`}>
      <title>History</title>
      <p>
        <Link to={editor}>Back to Editor</Link>
      </p>
      <h1>History</h1>
      <p dir="auto">“{page.title}”</p>
      {earlier ? (
        <div className={styles.panes}>
          <nav aria-label="Versions">
            <VersionList
              shown={earlier.version}
              versions={versions.map(({ version, saved_at }) => ({ version, savedAt: saved_at }))}
            />
          </nav>
          <Version key={earlier.version} page={page} earlier={earlier} editor={editor} />
        </div>
      ) : (
        <p>
          There is no earlier version yet. Every time the page is saved, the one before is kept.
        </p>
      )}
    </div>
  );
}

function Version({ page, earlier, editor }: { page: Page; earlier: Page; editor: string }) {
  const [busy, setBusy] = useState(false);
  const [view, setView] = useVersionView();
  const { timeZone } = useSite();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const now = toPageForm(page);
  // Restoring changes what is written, not where it is found.
  const { slug, placement, position } = now;
  const restored = { ...toPageForm(earlier), slug, placement, position };

  const differences = pageDifferences(restored, now);

  async function restore(): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await adminApi.updatePage(page.id, toPageInput(restored, now), page.version);
      void refreshSite();
      navigate(editor);
    } catch (error) {
      setBusy(false);
      alertFailure(ALERTS.restoreVersion, error);
      // The page may have been changed elsewhere: the next attempt needs its new version.
      if (!(error instanceof SessionOverError)) revalidate();
    }
  }

  return (
    <section aria-labelledby="version">
      <div className={styles.head}>
        <h2 id="version">Version {earlier.version}</h2>
        <VersionViewChoice view={view} onView={setView} />
        <button type="button" className="button" aria-disabled={busy} onClick={restore}>
          {busy ? 'Restoring...' : 'Restore this version'}
        </button>
      </div>
      <p>
        {earlier.updated_at
          ? `Saved ${dateAndTime(earlier.updated_at, timeZone)}.`
          : 'As it came with the software.'}{' '}
        Restoring it makes it public at once.
      </p>
      {view === 'looked' ? (
        <div className={styles.looked}>
          <RenderedContent head={<PageTitle title={earlier.title} />} content={earlier.content} />
        </div>
      ) : (
        <>
          <p>
            Compared with the page as it is now. Struck out is what this version had and is gone;
            underlined is what came since.
          </p>
          {differences.length > 0 ? (
            <DifferenceList fields={differences} />
          ) : (
            <p>There is no difference. Where the page is shown is not compared.</p>
          )}
        </>
      )}
    </section>
  );
}
