import type { PublicPostSummary } from '@longhand/contract/posts/posts';
import type {
  Blog,
  BlogPosting,
  CollectionPage,
  ImageObject,
  Organization,
  WebSite,
  WithContext,
} from 'schema-dts';
import { imageUrl } from '../../lib/images.ts';
import { iconPath } from '../site/icons.ts';
import type { Site } from '../site/site.ts';
import { publicDate } from './summary.ts';

/** Null in the browser: search engines get pages from the server, and readers need no code for it. */
export type StructuredData = WithContext<BlogPosting | Blog | CollectionPage | WebSite> | null;

export const CONTEXT = 'https://schema.org';

function logoOf(site: Site): ImageObject {
  const { url, width, height } = site.logo
    ? { ...site.logo, url: imageUrl(site.logo.url, site.apiUrl || site.url) }
    : { url: site.url + iconPath('icon-512.png', site), width: 512, height: 512 };
  return { '@type': 'ImageObject', url, width: String(width), height: String(height) };
}

export function publisher(site: Site): Organization {
  return {
    '@type': 'Organization',
    name: site.name,
    url: `${site.url}/`,
    logo: logoOf(site),
  };
}

export function postData(
  post: PublicPostSummary,
  site: Site,
  socialPicture: string,
): StructuredData {
  if (!import.meta.env.SSR) return null;
  const url = `${site.url}/blog/${post.slug}`;
  const featuredImage = post.featured_image
    ? [imageUrl(post.featured_image, site.apiUrl || site.url)]
    : [];
  return {
    '@context': CONTEXT,
    '@type': 'BlogPosting',
    headline: post.title,
    description: post.meta_description ?? post.excerpt,
    url,
    mainEntityOfPage: { '@type': 'WebPage', '@id': url },
    image: [...featuredImage, socialPicture],
    datePublished: publicDate(post),
    dateModified: post.updated_at,
    keywords: [...post.tags],
    inLanguage: post.language ?? site.language,
    timeRequired: `PT${post.reading_minutes}M`,
    author: { '@type': 'Organization', name: site.name, url: `${site.url}/about` },
    publisher: publisher(site),
  };
}

export function siteData(site: Site): StructuredData {
  if (!import.meta.env.SSR) return null;
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    name: site.name,
    description: site.description,
    url: `${site.url}/`,
    inLanguage: site.language,
    publisher: publisher(site),
  };
}

export function blogData(site: Site, title: string): StructuredData {
  if (!import.meta.env.SSR) return null;
  return {
    '@context': CONTEXT,
    '@type': 'Blog',
    name: `${title} · ${site.name}`,
    description: site.description,
    url: `${site.url}/blog`,
    inLanguage: site.language,
    publisher: publisher(site),
  };
}
