import type { PublicPostSummary } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import type { Site } from '../site/site.ts';
import { createSiteReader } from '../site/site-reader.ts';
import { postData, siteData } from './post-structured-data.ts';

const site = createSiteReader({ url: 'https://blog.example', apiUrl: '' }).lastKnown();

function logoOf(changes: Partial<Site>): unknown {
  return (siteData({ ...site, ...changes }) as { publisher: { logo: unknown } }).publisher.logo;
}

test('structured data has the logo, else the icon of the site', () => {
  const icon = { '@type': 'ImageObject', width: '512', height: '512' };
  expect(logoOf({})).toEqual({ ...icon, url: 'https://blog.example/icon-512.png' });
  expect(logoOf({ icon: 'a b' })).toEqual({
    ...icon,
    url: 'https://blog.example/icon-512.png?v=a%20b',
  });
  const logo = { url: '/uploads/a-30x20.png', width: 30, height: 20 };
  expect(logoOf({ icon: 'abc', logo })).toEqual({
    '@type': 'ImageObject',
    url: 'https://blog.example/uploads/a-30x20.png',
    width: '30',
    height: '20',
  });
  expect(logoOf({ logo, apiUrl: 'https://api.example' })).toMatchObject({
    url: 'https://api.example/uploads/a-30x20.png',
  });
});

test('structured data has the language of the site', () => {
  expect(siteData({ ...site, language: 'de' })).toMatchObject({ inLanguage: 'de' });
});

test('structured data of a post has its own language, if it has one', () => {
  const post = { tags: [], featured_image: null } as unknown as PublicPostSummary;
  const languageOf = (language: string | null) =>
    postData({ ...post, language }, { ...site, language: 'de' }, '');
  expect(languageOf('ar')).toMatchObject({ inLanguage: 'ar' });
  expect(languageOf(null)).toMatchObject({ inLanguage: 'de' });
});
