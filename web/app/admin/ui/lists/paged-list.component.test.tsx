import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { expectElement } from '../../../../component-tests/locators.ts';
import { mountElement } from '../../../../component-tests/mount-element.tsx';
import type { ListPart } from '../../api/request.ts';
import { ShowMore, usePagedList } from './paged-list.tsx';

type Part = ListPart<string>;
type Call = {
  readonly asked: string;
  readonly answer: (part: Part) => void;
  readonly fail: (error: Error) => void;
};

function createCalls() {
  const calls: Call[] = [];
  const load = (query: string, next: string | null) => {
    const { promise, resolve, reject } = Promise.withResolvers<Part>();
    calls.push({ asked: `${query} ${next}`, answer: resolve, fail: reject });
    return promise;
  };
  const call = async (asked: string) => {
    await expect.poll(() => calls.map((each) => each.asked)).toContain(asked);
    return calls.findLast((each) => each.asked === asked) as Call;
  };
  return { load, call };
}

const FIRST: Part = { entries: ['one'], next: 'part-2' };

function List({ load }: { load: ReturnType<typeof createCalls>['load'] }) {
  const options = { first: FIRST, initial: '', load, moreFailure: 'Failed to load more.' };
  const list = usePagedList<string, string, Part>(options);
  return (
    <>
      <input
        aria-label="Search"
        value={list.query}
        onChange={({ target }) => list.setQuery(target.value)}
      />
      <p data-testid="shown">{list.hasFailed ? 'failed' : list.entries.join(' ')}</p>
      <ShowMore list={list} />
    </>
  );
}

const search = page.getByLabelText('Search');
const shown = page.getByTestId('shown');
const more = page.getByRole('button', { name: 'Show more' });

test('more is added to what is shown, until there is no more', async () => {
  const { load, call } = createCalls();
  mountElement(<List load={load} />);
  await expectElement(shown).toHaveTextContent('one');
  await more.click();
  (await call(' part-2')).answer({ entries: ['two'], next: null });
  await expectElement(shown).toHaveTextContent('one two');
  await expectElement(more).not.toBeInTheDocument();
});

test('a late answer to an earlier search is not shown, nor more of an earlier list', async () => {
  const { load, call } = createCalls();
  mountElement(<List load={load} />);
  await more.click();
  const rest = await call(' part-2');
  await search.fill('a');
  const early = await call('a null');
  await search.fill('ab');
  (await call('ab null')).answer({ entries: ['found'], next: 'part-2-of-ab' });
  await expectElement(shown).toHaveTextContent('found');
  rest.answer({ entries: ['two'], next: null });
  early.answer({ entries: ['late'], next: null });
  await expectElement(more).toHaveAttribute('aria-disabled', 'false');
  expect(shown.element().textContent).toBe('found');
});

test('a search that fails says so, and the next one works', async () => {
  expectConsoleError(/No connection/);
  const { load, call } = createCalls();
  mountElement(<List load={load} />);
  await search.fill('a');
  (await call('a null')).fail(new Error('No connection'));
  await expectElement(shown).toHaveTextContent('failed');
  await search.fill('ab');
  (await call('ab null')).answer({ entries: ['found'], next: null });
  await expectElement(shown).toHaveTextContent('found');
});
