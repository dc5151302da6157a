import type { Site } from '../site/site.ts';
import { CONTEXT, publisher, type StructuredData } from '../ui/post-structured-data.ts';

export function collectionData(
  site: Site,
  { name, blog, path }: { name: string; blog: string; path: string },
): StructuredData {
  if (!import.meta.env.SSR) return null;
  return {
    '@context': CONTEXT,
    '@type': 'CollectionPage',
    name: `${name} · ${site.name}`,
    url: site.url + path,
    inLanguage: site.language,
    isPartOf: { '@type': 'Blog', name: `${blog} · ${site.name}`, url: `${site.url}/blog` },
    publisher: publisher(site),
  };
}
