import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { createContentRevision, createResponseCache } from '@longhand/response-cache';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createSiteReader } from '../app/reader/site/site-reader.ts';
import { readerWordsOf } from '../app/reader/site/words-file.server.ts';
import { addWords } from './words.ts';

function start(settings: object) {
  const fetchApi = async () =>
    Response.json({ ...SITE_DEFAULTS, pages: [], icon: null, logo: null, ...settings });
  const revision = createContentRevision(async () => 1, console.error);
  const app = Fastify();
  const site = createSiteReader({ url: 'https://blog.example', apiUrl: '' });
  addWords(app, { site, fetchApi, cache: createResponseCache({ revision }) });
  return (url: string) => app.inject({ url });
}

test('the file of the words is kept for ever under the name that pages give it', async () => {
  const settings = { language: 'fr-CA', words: { 'header.home': 'Chez nous' } };
  const get = start(settings);
  const { path } = readerWordsOf({ language: 'fr-CA', ownWords: settings.words });
  const response = await get(path);
  expect(response.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(response.body).toContain('"header.home":"Chez nous"');
  expect(response.body).toContain('"language":"fr"');
  // What only the server writes is not sent.
  expect(response.body).not.toMatch(/"(about-page|offline|busy|rendered)\./);
});

test('an older page gets the words of now, which are not kept under its name', async () => {
  const response = await start({ language: 'de', words: {} })('/assets/words-000000000000.js');
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.body).toContain('"language":"de"');
});

test('only a site whose language has no words names the language of its pages beside them', async () => {
  const fileIn = (language: string) => readerWordsOf({ language, ownWords: {} }).body;
  expect(fileIn('sv')).toContain('"pageLanguage":"sv"');
  expect(fileIn('zh-TW')).toContain('"pageLanguage":"zh-TW"');
  for (const language of ['en-GB', 'de-AT', 'pt-PT', 'zh-CN'])
    expect(fileIn(language)).not.toContain('pageLanguage');
});
