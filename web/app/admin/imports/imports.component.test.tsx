import type { ImportReport, ImportRun } from '@longhand/contract/imports';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { openImport } from '../../../component-tests/import-page.tsx';
import { expectElement } from '../../../component-tests/locators.ts';

const ID = '018f3c5e-0000-7000-8000-000000000001';

const REPORT: ImportReport = {
  ...{ kind: 'wordpress', dry_run: true, items: 3, imported: 2, posts: 1, pages: 1, drafts: 1 },
  scheduled: 1,
  ...{ skipped: [{ title: 'Main menu', reason: 'Menus are not imported.' }], notes: [] },
  ...{ redirects: 4, comments: 7 },
  pictures: { imported: 0, missing: ['https://old.example/a.png'] },
};

function runIn(state: ImportRun['state'], fields: Partial<ImportRun> = {}): ImportRun {
  const at = '2026-11-16T08:00:00.000Z';
  return {
    ...{ id: ID, file_name: 'wordpress.xml', state, options: { fetch_pictures: false } },
    ...{ progress: null, report: null, failure: null, can_start: false },
    ...{ created_at: at, updated_at: at },
    ...fields,
  };
}

/** An API with this import, which `change` replaces. */
function apiWith(first?: ImportRun) {
  const api = createFakeApi();
  let run = first;
  const nothing = { links: [], icon: null, logo: null, pages: [], words: {} };
  api.on('GET /site', { json: { ...SITE_DEFAULTS, ...nothing, blog_size: 'small' } });
  api.on('GET /admin/imports', () => ({ json: run ? [run] : [] }));
  api.on('GET /admin/imports/*', () => (run ? { json: run } : { status: 404 }));
  api.on('DELETE /admin/imports/*', () => {
    run = undefined;
    return { status: 204 };
  });
  api.on('POST /admin/imports/*/start', () => {
    run = runIn('importing');
    return { json: run };
  });
  return {
    api,
    change(next: ImportRun): void {
      run = next;
    },
  };
}

const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name });

test('what an import would do is shown, then it is started, and its report follows', async () => {
  const { api, change } = apiWith(runIn('checking'));
  await openImport(api);
  await expectElement(heading('Checking the file')).toBeVisible();
  change(runIn('ready', { report: REPORT, can_start: true }));
  await expectElement(heading('Ready to import')).toBeVisible();
  await expectElement(
    page.getByText('1 picture is not in the file.', { exact: false }),
  ).toBeVisible();
  await expectElement(page.getByText('Scheduled (not sent to subscribers)')).toBeVisible();
  await page.getByText('Not imported: 1').click();
  await expectElement(page.getByText('Menus are not imported.', { exact: false })).toBeVisible();
  await page.getByLabelText('Fetch pictures from the web').click();
  await button('Start import').click();
  await expectElement(heading('Importing')).toBeVisible();
  const started = api.calls.find(({ path }) => path.endsWith('/start'));
  expect(started?.body).toEqual({ fetch_pictures: true });
  change(runIn('importing', { progress: { phase: 'importing', items: 1, of: 3 } }));
  await expectElement(page.getByText('1 of 3 items')).toBeVisible();
  change(runIn('done', { report: { ...REPORT, dry_run: false } }));
  await expectElement(heading('Imported')).toBeVisible();
  await expectElement(page.getByRole('link', { name: 'Redirects' })).toBeVisible();
  await expectElement(button('Download the report as JSON')).toBeVisible();
});

test('a running import can be cancelled, also after a reload', async () => {
  const { api } = apiWith(runIn('importing'));
  await openImport(api);
  await button('Cancel').click();
  await expectElement(page.getByText('The import was cancelled.', { exact: false })).toBeVisible();
  await expectElement(page.getByLabelText('Choose a file')).toBeInTheDocument();
  expect(api.requests()).toContain(`DELETE /admin/imports/${ID}`);
});

test('an interrupted import says so, and can be run again', async () => {
  const failure = 'The server was restarted while this import ran.';
  const { api } = apiWith(runIn('interrupted', { failure, can_start: true }));
  await openImport(api);
  await expectElement(page.getByRole('alert')).toHaveTextContent(failure);
  await button('Run it again').click();
  await expectElement(heading('Importing')).toBeVisible();
});

test('a chosen file is uploaded as it is, and a refusal is said', async () => {
  const { api, change } = apiWith();
  await openImport(api);
  api.on('POST /admin/imports', { status: 413, json: { detail: 'The file is too large.' } });
  const file = new File(['<rss/>'], 'my export.xml');
  expectConsoleError(/answered 413/);
  await page.getByLabelText('Choose a file').upload(file);
  await expectElement(page.getByRole('alert')).toHaveTextContent('The file is too large.');
  change(runIn('checking'));
  api.on('POST /admin/imports', { status: 201, json: runIn('checking') });
  await page.getByLabelText('Choose a file').upload(file);
  await expectElement(heading('Checking the file')).toBeVisible();
  const sent = api.calls.findLast(({ method }) => method === 'POST');
  expect(sent?.path).toBe('/admin/imports?name=my+export.xml');
  expect(sent?.headers.get('content-type')).toBe('application/octet-stream');
  expect((sent?.body as File | undefined)?.size).toBe(file.size);
});
