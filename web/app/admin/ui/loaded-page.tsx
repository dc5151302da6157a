import type { ReactNode } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { NotLoaded, WhenLoaded } from './lists/when-loaded.tsx';
import { withFallback } from './with-fallback.ts';

type Options<Data> = {
  /** In the plural or uncountable: 'The … could not be loaded' follows. */
  readonly name: string;
  /** Gets the query of the page's address. */
  readonly load: (search: URLSearchParams) => Promise<Data>;
  /** Where a page that could not be loaded leads back to; the dashboard if it is not given. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly page: (data: Awaited<Data>, reload: () => void) => ReactNode;
};

export const BACK_TO_SETTINGS = { to: '/admin/settings', label: 'Back to Settings' };

/** The exports of a route whose page needs all its data. */
export function createLoadedPage<Data>({ name, load, page, ...options }: Options<Data>) {
  const loadOrNull = (search: URLSearchParams) => withFallback(load(search), null);
  const clientLoader = ({ url }: ClientLoaderFunctionArgs) => ({
    loaded: loadOrNull(url.searchParams),
  });
  const HydrateFallback = () => <Loading text={`Loading ${name}...`} />;

  function Page() {
    const { loaded: first } = useLoaderData() as ReturnType<typeof clientLoader>;
    const [search] = useSearchParams();
    const [loaded, attempt, reload] = useReload(first, () => loadOrNull(search));
    return (
      <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
        {(data) =>
          data ? (
            page(data, reload)
          ) : (
            <NotLoaded title={`The ${name} could not be loaded`} onRetry={reload} {...options} />
          )
        }
      </WhenLoaded>
    );
  }

  return { clientLoader, HydrateFallback, Page };
}
