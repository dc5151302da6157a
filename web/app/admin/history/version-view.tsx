import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { Choice } from '../ui/choice.tsx';
import type { DifferenceView } from './difference-view.tsx';
import { LISTED } from './load-history.ts';

const VIEWS = { differences: 'Differences', looked: 'As it looked' } as const;
type View = keyof typeof VIEWS;

/** What is chosen is in the URL, and stays for other versions; without a value it is the first. */
function useChoice<Option extends string>(
  name: string,
  [first, ...others]: readonly [Option, ...Option[]],
): [Option, (option: Option) => void] {
  const [search, setSearch] = useSearchParams();
  function choose(option: Option): void {
    const { [name]: _, ...rest } = Object.fromEntries(search);
    const next = option === first ? rest : { ...rest, [name]: option };
    setSearch(next, { replace: true, preventScrollReset: true });
  }
  return [others.find((option) => option === search.get(name)) ?? first, choose];
}

export const useVersionView = () => useChoice<View>('view', ['differences', 'looked']);

export const useDifferenceView = () => useChoice<DifferenceView>('as', ['text', 'source']);

export function VersionViewChoice({ view, onView }: { view: View; onView: (view: View) => void }) {
  return <Choice legend="Show this version as" options={VIEWS} value={view} onChange={onView} />;
}

/** Another view of the same version needs no new data. */
export function showsOtherVersion({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const versionOf = ({ pathname, searchParams }: URL) =>
    [pathname, searchParams.get('version'), searchParams.get(LISTED)].join();
  const isSameVersion = versionOf(currentUrl) === versionOf(nextUrl);
  return isSameVersion && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate;
}
