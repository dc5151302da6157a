import { useSite } from '../lib/site.ts';

type Props = {
  title: string;
  description: string;
  /** The one address of this page, without a query. */
  path: string;
  /** Without the name of the site after the title. */
  bare?: boolean;
};

/** What a page says about itself in its head, on the first load and after a navigation. */
export function PageHead({ title, description, path, bare = false }: Props) {
  const site = useSite();
  return (
    <>
      <title>{bare ? title : `${title} · ${site.name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={site.url + path} />
    </>
  );
}
