import type { ReactNode } from 'react';
import {
  type ClientLoaderFunctionArgs,
  type Params,
  useLoaderData,
  useParams,
  useSearchParams,
} from 'react-router';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { NotLoaded, WhenLoaded } from './lists/when-loaded.tsx';
import { withFallback } from './with-fallback.ts';

export type PageAddress = { readonly params: Params; readonly search: URLSearchParams };

type RouteOptions<Data> = {
  readonly loading: string;
  readonly load: (address: PageAddress) => Promise<Data>;
  readonly page: (data: Awaited<Data>, reload: () => void) => ReactNode;
};

/** The exports of a route that says what it loads, and can load it again. */
export function createLoadedRoute<Data>({ loading, load, page }: RouteOptions<Data>) {
  const clientLoader = ({ params, url }: ClientLoaderFunctionArgs) => ({
    loaded: load({ params, search: url.searchParams }),
  });
  const HydrateFallback = () => <Loading text={loading} />;

  function Page() {
    const { loaded: first } = useLoaderData() as ReturnType<typeof clientLoader>;
    const params = useParams();
    const [search] = useSearchParams();
    const [loaded, attempt, reload] = useReload(first, () => load({ params, search }));
    return (
      <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
        {(data) => page(data, reload)}
      </WhenLoaded>
    );
  }

  return { clientLoader, HydrateFallback, Page };
}

type Options<Data> = {
  /** In the plural or uncountable: 'The … could not be loaded' follows. */
  readonly name: string;
  /** Gets the query of the page's address. */
  readonly load: (search: URLSearchParams) => Promise<Data>;
  /** Where a page that could not be loaded leads back to; the dashboard if it is not given. */
  readonly back?: { readonly to: string; readonly label: string };
  readonly page: RouteOptions<Data>['page'];
};

export const BACK_TO_SETTINGS = { to: '/admin/settings', label: 'Back to Settings' };

/** The exports of a route whose page needs all its data. */
export function createLoadedPage<Data>({ name, load, page, ...options }: Options<Data>) {
  return createLoadedRoute({
    loading: `Loading ${name}...`,
    load: ({ search }) => withFallback(load(search), null),
    page: (data, reload) =>
      data ? (
        page(data, reload)
      ) : (
        <NotLoaded title={`The ${name} could not be loaded`} onRetry={reload} {...options} />
      ),
  });
}
