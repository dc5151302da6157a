import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import admin from '../ui/admin.module.css';
import { LISTED } from './load-history.ts';

const VIEWS = { differences: 'Differences', looked: 'As it looked' } as const;
type View = keyof typeof VIEWS;

/** The chosen view is in the URL, and stays for other versions. */
export function useVersionView(): [View, (view: View) => void] {
  const [search, setSearch] = useSearchParams();
  function setView(view: View): void {
    const { view: _, ...others } = Object.fromEntries(search);
    const next = view === 'differences' ? others : { ...others, view };
    setSearch(next, { replace: true, preventScrollReset: true });
  }
  return [search.get('view') === 'looked' ? 'looked' : 'differences', setView];
}

export function VersionViewChoice({ view, onView }: { view: View; onView: (view: View) => void }) {
  return (
    <fieldset className={admin.toggles}>
      <legend className="visually-hidden">Show this version as</legend>
      {(Object.keys(VIEWS) as View[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={view === option}
          onClick={() => onView(option)}
        >
          {VIEWS[option]}
        </button>
      ))}
    </fieldset>
  );
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
