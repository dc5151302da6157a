import type { PageVersion } from '@longhand/contract/pages/pages';
import { adminApi } from '../../admin/api/admin-api.ts';
import { RenderedContent } from '../../admin/content/preview/rendered-post.tsx';
import { createHistory } from '../../admin/document-editor/versions/document-history.tsx';
import { DifferenceList } from '../../admin/history/differences.tsx';
import { showsOtherVersion } from '../../admin/history/history.tsx';
import { pageDifferences } from '../../admin/pages/page-form.ts';
import { PAGES, type PageTypes } from '../../admin/pages/page-kind.ts';
import { PageTitle } from '../../admin/pages/page-title.tsx';
import { dateAndTime } from '../../admin/words/date-and-time.ts';

const { clientLoader, HydrateFallback, Page } = createHistory<PageTypes, PageVersion>({
  documents: PAGES,
  listVersions: adminApi.listPageVersions,
  statusOf: ({ updated_at }, timeZone) =>
    updated_at ? `Saved ${dateAndTime(updated_at, timeZone)}.` : 'The default text.',
  looked: ({ title, content }) => (
    <RenderedContent head={<PageTitle title={title} />} content={content} />
  ),
  // Restoring changes what is written, not where it is found.
  kept: ['slug', 'placement', 'position'],
  differences(from, to, view) {
    const fields = pageDifferences(from, to);
    if (fields.length > 0) return <DifferenceList fields={fields} view={view} />;
    return <p>No differences. Where the page is shown is not compared.</p>;
  },
});

export { clientLoader, HydrateFallback, Page as default, showsOtherVersion as shouldRevalidate };
