import type { Redirect } from '@longhand/contract/redirect-list';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { inTransaction } from '../database/transaction.ts';
import { createRedirectCount } from './count-redirects.ts';
import { createRedirectsService } from './redirects.service.ts';

eachDialect((open) => {
  async function startWithRedirects() {
    const site = await startTestApp(open);
    const token = await site.login();
    const url = '/api/admin/redirects';
    const write = (from: string, to: string) =>
      site.request({ method: 'POST', url, payload: { from, to } }, token);
    return {
      ...{ site, token, url, write },
      async add(from: string, to: string): Promise<Redirect> {
        const response = await write(from, to);
        expect(response.statusCode, response.body).toBe(201);
        return response.json();
      },
      async list(query = ''): Promise<Redirect[]> {
        return (await site.get(url + query, token)).json();
      },
      /** Where readers are led; null if nowhere. */
      async leadsTo(path: string): Promise<string | null> {
        const response = await site.get(`/api/redirects?path=${encodeURIComponent(path)}`);
        expect(response.statusCode).toBe(200);
        return response.json().to;
      },
      sendCsv: (payload: string) =>
        site.request(
          { method: 'POST', url: `${url}.csv`, payload, headers: { 'content-type': 'text/csv' } },
          token,
        ),
    };
  }

  test('an old address leads to a post in every spelling, and follows its slug', async () => {
    const { site, token, add, leadsTo } = await startWithRedirects();
    const { id } = await site.createPost(token, { title: 'Café', published: true });
    expect(
      await add('https://old.example/2009/09/05/Caf%C3%A9/?utm_source=x', '/blog/cafe'),
    ).toEqual({
      from: '/2009/09/05/café',
      to: '/blog/cafe',
      target: 'post',
      id,
      title: 'Café',
      is_public: true,
      is_used: true,
      is_automatic: false,
    });
    await add('/?p=12', '/blog/cafe/');
    for (const path of [
      '/2009/09/05/café',
      '/2009/09/05/CAF%C3%89/',
      '/?p=12',
      '/?utm_source=x&p=12#top',
    ])
      expect(await leadsTo(path), path).toBe('/blog/cafe');
    expect(await leadsTo('/?p=13')).toBeNull();
    await site.updatePost(token, id, { title: 'Café', published: true, slug: 'bar' });
    expect(await leadsTo('/?p=12')).toBe('/blog/bar');
    expect(await leadsTo('/blog/cafe/')).toBe('/blog/bar');
    expect(await leadsTo('/blog/bar/')).toBeNull();
  });

  test('that of a draft or a deleted post shows nothing, and leads to it once it is public', async () => {
    const { site, token, add, list, leadsTo } = await startWithRedirects();
    const { id } = await site.createPost(token, { title: 'Secret', published: false });
    await add('/old', '/blog/secret');
    expect(await leadsTo('/old')).toBeNull();
    expect(await list()).toMatchObject([{ to: '/blog/secret', title: 'Secret', is_public: false }]);
    await site.updatePost(token, id, { title: 'Secret', published: true });
    expect(await leadsTo('/old')).toBe('/blog/secret');
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    expect(await leadsTo('/old')).toBeNull();
    expect(await list()).toMatchObject([{ to: null, target: 'post', id, is_public: false }]);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect(await leadsTo('/old')).toBe('/blog/secret');
  });

  test('one to a topic leads there while a public post has it', async () => {
    const { site, token, add, leadsTo } = await startWithRedirects();
    await add('/tag/r-and-d', '/topics/R%26D');
    expect(await leadsTo('/tag/r-and-d/')).toBeNull();
    const { id } = await site.createPost(token, { tags: ['r&d'], published: false });
    expect(await leadsTo('/tag/r-and-d/')).toBeNull();
    await site.updatePost(token, id, { tags: ['r&d'], published: true });
    expect(await leadsTo('/tag/r-and-d/')).toBe('/topics/R%26D');
  });

  test('one that leads to a page follows it', async () => {
    const { site, token, add, leadsTo } = await startWithRedirects();
    const payload = { title: 'Imprint', content: 'Us' };
    const page = await site.request({ method: 'POST', url: '/api/admin/pages', payload }, token);
    const url = `/api/admin/pages/${page.json().id}`;
    expect(await add('/impressum.html', '/imprint')).toMatchObject({ target: 'page' });
    await site.request({ method: 'PUT', url, payload: { slug: 'legal' } }, token);
    expect(await leadsTo('/Impressum.html')).toBe('/legal');
    await site.request({ method: 'DELETE', url }, token);
    expect(await leadsTo('/impressum.html')).toBeNull();
  });

  test('redirects that lead to one another are one step, and never a loop', async () => {
    const { site, url, token, add, write, leadsTo } = await startWithRedirects();
    await add('/a', '/b?x=1');
    await add('/b', '/c/');
    await add('/c', 'https://elsewhere.example/d');
    expect(await leadsTo('/a')).toBe('https://elsewhere.example/d');
    expectProblem(await write('/d', '/D/'), 400, {
      errors: { to: ['redirects back to the old address'] },
    });
    const payload = { from: '/c', to: '/a' };
    const changed = await site.request({ method: 'PUT', url: `${url}?from=/c`, payload }, token);
    expectProblem(changed, 400, { errors: { to: ['redirects back to the old address'] } });
    expect(await leadsTo('/c')).toBe('https://elsewhere.example/d');
  });

  test('addresses of the site itself cannot lead elsewhere', async () => {
    const { site, token, write } = await startWithRedirects();
    await site.createPost(token, { title: 'Own post', published: false });
    const payload = { title: 'Own page', content: 'x' };
    await site.request({ method: 'POST', url: '/api/admin/pages', payload }, token);
    const own =
      '/ /?utm_source=x /Blog/ /blog/own-post /about /own-page/ /contact /admin/x /login /newsletter/ /Metrics';
    const files = '/feed.xml /sitemap-2.xml /topics/x /uploads/a.png /icon-192.png /archive/2009/';
    for (const from of `${own} ${files}`.split(' '))
      expectProblem(await write(from, '/archive/2020'), 400, {
        errors: { from: [expect.stringContaining('is used by this site itself')] },
      });
    for (const from of [
      '/blog/2009/x',
      '/archive/2009/05',
      '/archive/x',
      '/feed/',
      '/tags/x',
      '/index.php/x',
      '/old.txt',
    ])
      expect((await write(from, '/archive/2020')).statusCode, from).toBe(201);
  });

  test('what is no address is refused with a sentence', async () => {
    const { write, add } = await startWithRedirects();
    for (const from of ['old', '', '/a%00b', `/${'x'.repeat(2_000)}`])
      expectProblem(await write(from, '/blog'), 400);
    for (const to of [
      '',
      'blog',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'javascript:alert(1)',
      'ftp://a.example',
      'https://a:b@c.example',
    ])
      expectProblem(await write('/old', to), 400);
    expect(await add('/two-slashes', '/..//evil.example')).toMatchObject({ to: '/evil.example' });
    await add('/old', '/blog');
    const again = await write('/OLD/', '/about');
    expect(again.json().detail).toBe(
      'The old address already has a redirect; change that one instead.',
    );
  });

  test('a redirect is changed and removed', async () => {
    const { site, token, url, add, leadsTo } = await startWithRedirects();
    await add('/tag/x', '/topics/x');
    const payload = { from: '/tag/y', to: '/blog?tag=y' };
    const at = (from: string) => `${url}?from=${encodeURIComponent(from)}`;
    const changed = await site.request({ method: 'PUT', url: at('/tag/x'), payload }, token);
    expect(changed.json()).toMatchObject({ ...payload, target: 'address', id: null });
    expect(await leadsTo('/tag/x')).toBeNull();
    expect(await leadsTo('/tag/y/')).toBe('/blog?tag=y');
    const remove = () => site.request({ method: 'DELETE', url: at('/tag/y') }, token);
    expect((await remove()).statusCode).toBe(204);
    expect(await leadsTo('/tag/y')).toBeNull();
    expectProblem(await remove(), 404);
    expectProblem(await site.request({ method: 'PUT', url: at('/tag/y'), payload }, token), 404);
  });

  test('the list comes in parts, and finds paths, addresses and titles', async () => {
    const { site, token, url, add, list } = await startWithRedirects();
    await site.createPost(token, { title: 'Über alles', published: true });
    await add('/a', '/blog/uber-alles');
    await add('/b', 'https://there.example/100%25');
    await add('/c/d', '/blog');
    const first = await site.get(`${url}?limit=2`, token);
    expect(first.json().map(({ from }: Redirect) => from)).toEqual(['/a', '/b']);
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const rest = await site.get(next, token);
    expect(rest.json()).toMatchObject([{ from: '/c/d' }]);
    expect(rest.headers.link).toBeUndefined();
    const found = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).map(({ from }) => from);
    expect(await found('ÜBER')).toEqual(['/a']);
    expect(await found('there.')).toEqual(['/b']);
    expect(await found('https://old.example/C/d/')).toEqual(['/c/d']);
    expect(await found('nothing')).toEqual([]);
    expect(await list('?q=%2F&limit=1')).toHaveLength(1);
  });

  test('addresses that posts and pages had before are listed, and cannot be changed', async () => {
    const { site, token, url, add, list } = await startWithRedirects();
    const post = await site.createPost(token, { title: 'Tides', published: true });
    await site.updatePost(token, post.id, { title: 'Tides', published: true, slug: 'sea' });
    await site.createPost(token, { title: 'Never renamed', published: true });
    const payload = { title: 'Now', content: '<p>1</p>', slug: 'now', placement: 'none' };
    const made = await site.request({ method: 'POST', url: '/api/admin/pages', payload }, token);
    const { id } = made.json();
    const page = { method: 'PUT', url: `/api/admin/pages/${id}` } as const;
    await site.request({ ...page, payload: { ...payload, slug: 'today' } }, token);
    await add('/a', '/blog/sea');
    const automatic = { is_used: true, is_automatic: true, is_public: true };
    expect(await list()).toEqual([
      expect.objectContaining({ from: '/a', is_automatic: false }),
      {
        ...{ from: '/blog/tides', to: '/blog/sea', target: 'post', id: post.id, title: 'Tides' },
        ...automatic,
      },
      { from: '/now', to: '/today', target: 'page', id, title: 'Now', ...automatic },
    ]);
    expect(await list('?q=tides')).toMatchObject([{ from: '/a' }, { from: '/blog/tides' }]);
    expect(await list('?limit=1&cursor=%2Fa')).toMatchObject([{ from: '/blog/tides' }]);
    const former = `${url}?from=%2Fblog%2Ftides`;
    expectProblem(await site.request({ method: 'DELETE', url: former }, token), 404);
    expect((await site.get(`${url}.csv`, token)).body).not.toContain('tides');
  });

  test('a CSV adds and changes redirects, and names the lines that it cannot use', async () => {
    const { site, token, url, add, sendCsv, leadsTo } = await startWithRedirects();
    await add('/same', '/blog');
    await add('/other', '/blog');
    const csv =
      '\ufefffrom,to\r\n"/a,b","/blog?tag=""x"""\r\n/same,/blog\r\n\r\n/other,/about\r\n/login,/blog\r\n/x\r\n';
    expect((await sendCsv(csv)).json()).toEqual({
      added: 1,
      changed: 1,
      unchanged: 1,
      refused: 2,
      refusals: [
        {
          line: 6,
          from: '/login',
          reason: 'The old address is used by this site itself, so it cannot redirect elsewhere.',
        },
        { line: 7, from: '/x', reason: expect.stringContaining('The new address must be') },
      ],
    });
    expect(await leadsTo('/a,b')).toBe('/blog?tag=%22x%22');
    const exported = await site.get(`${url}.csv`, token);
    expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(exported.body).toBe(
      'from,to\r\n"/a,b",/blog?tag=%22x%22\r\n/other,/about\r\n/same,/blog\r\n',
    );
    expect((await sendCsv(exported.body)).json()).toMatchObject({ added: 0, unchanged: 3 });
    expect((await sendCsv('To;From\n/blog;/semi')).json()).toMatchObject({ added: 1 });
  });

  test('of a CSV with many lines that cannot be used, the first are named', async () => {
    const { sendCsv } = await startWithRedirects();
    const response = await sendCsv(`from,to\n${`${'x'.repeat(300)}\n`.repeat(150)}`);
    const { refused, refusals } = response.json();
    expect([refused, refusals.length]).toEqual([150, 100]);
    expect(refusals.at(-1)).toMatchObject({ line: 101, from: 'x'.repeat(200) });
  });

  test('requests are answered while a long CSV is read', async () => {
    const { db } = await startTestApp(open);
    const service = createRedirectsService({
      db,
      clock: () => new Date(),
      siteUrl: 'http://a.test',
    });
    const lines = Array.from({ length: 250 }, (_, n) => `/old/${n},/new/${n}\n`);
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    expect(await service.importCsv(`from,to\n${lines.join('')}`)).toMatchObject({ added: 250 });
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
  });

  test('a CSV without its header, or with broken quotes, changes nothing', async () => {
    const { sendCsv, list } = await startWithRedirects();
    expect((await sendCsv('/a,/b\n')).json().detail).toContain('the header from,to');
    expect((await sendCsv('')).json().detail).toContain('the header from,to');
    expect((await sendCsv('from,to\n/a,/blog\n"/b,/c\n')).json().detail).toContain('line 3');
    expect(await list()).toEqual([]);
  });

  test('a page that is made at an old address is shown instead of the redirect', async () => {
    const { site, token, add, leadsTo } = await startWithRedirects();
    await add('/notes', '/blog');
    await add('/later', '/notes');
    expect(await leadsTo('/later')).toBe('/blog');
    const payload = { title: 'Notes', content: 'x' };
    const url = '/api/admin/pages';
    const { id } = (await site.request({ method: 'POST', url, payload }, token)).json();
    expect(await leadsTo('/notes/')).toBeNull();
    expect(await leadsTo('/later')).toBe('/notes');
    const change = { method: 'PUT', url: `${url}/${id}`, payload: { slug: 'papers' } } as const;
    await site.request(change, token);
    expect(await leadsTo('/later')).toBe('/papers');
  });

  test('the address of a deleted post can lead elsewhere, until the post is restored', async () => {
    const { site, token, add, write, list, leadsTo } = await startWithRedirects();
    const { id } = await site.createPost(token, { title: 'Old', published: true });
    await site.updatePost(token, id, { slug: 'gone', published: true });
    await site.createPost(token, { title: 'Better', published: true });
    const trash = `/api/admin/trash/${id}`;
    const remove = () => site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    await remove();
    await add('/blog/gone', '/blog/better');
    await add('/blog/old', '/blog/gone');
    expect(await leadsTo('/blog/gone')).toBe('/blog/better');
    expect(await leadsTo('/blog/old')).toBe('/blog/better');
    expectProblem(await write('/blog/better', '/blog/gone'), 400);

    expect((await site.request({ method: 'POST', url: `${trash}/restore` }, token)).json()).toEqual(
      expect.objectContaining({ slug: 'gone' }),
    );
    expect((await site.get('/api/posts/gone')).statusCode).toBe(200);
    expect(await leadsTo('/blog/gone')).toBeNull();
    expect(await leadsTo('/blog/old')).toBe('/blog/gone');
    expect(await list()).toMatchObject([{ is_used: false }, { is_used: false }]);

    await remove();
    expect((await site.request({ method: 'DELETE', url: trash }, token)).statusCode).toBe(204);
    expect(await leadsTo('/blog/gone')).toBe('/blog/better');
    expect(await list()).toMatchObject([{ is_used: true }, { is_used: true }]);
    // It still belongs to no other post.
    expect((await site.createPost(token, { title: 'Gone' })).slug).toBe('gone-2');
  });

  test('one to the address of a deleted post leads nowhere until it is restored, and never back', async () => {
    const { site, token, add, write, leadsTo } = await startWithRedirects();
    const { id } = await site.createPost(token, { title: 'Gone', published: true });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${id}` }, token);
    const loop = { errors: { to: ['redirects back to the old address'] } };
    expectProblem(await write('/blog/gone', '/blog/gone'), 400, loop);
    await add('/old', '/blog/gone');
    expect(await leadsTo('/old')).toBeNull();
    expectProblem(await write('/blog/gone', '/old'), 400, loop);
    await site.request({ method: 'POST', url: `/api/admin/trash/${id}/restore` }, token);
    expect(await leadsTo('/old')).toBe('/blog/gone');
    await site.updatePost(token, id, { slug: 'back', published: true });
    expect(await leadsTo('/old')).toBe('/blog/back');
  });

  test('the addresses of a deleted page can lead elsewhere, until the page is restored', async () => {
    const { site, token, add, list, leadsTo } = await startWithRedirects();
    const payload = { title: 'Imprint', content: 'Us' };
    const made = await site.request({ method: 'POST', url: '/api/admin/pages', payload }, token);
    const { id } = made.json();
    const url = `/api/admin/pages/${id}`;
    await site.request({ method: 'PUT', url, payload: { slug: 'legal' } }, token);
    await site.request({ method: 'DELETE', url }, token);
    await add('/imprint', '/about');
    await add('/legal', '/contact');
    expect(await leadsTo('/imprint')).toBe('/about');
    expect(await leadsTo('/legal')).toBe('/contact');
    await site.request({ method: 'POST', url: `/api/admin/trash/pages/${id}/restore` }, token);
    expect(await leadsTo('/imprint')).toBe('/legal');
    expect(await leadsTo('/legal')).toBeNull();
    expect(await list()).toMatchObject([{ is_used: false }, { is_used: false }]);
    await site.request({ method: 'DELETE', url }, token);
    await site.request({ method: 'DELETE', url: `/api/admin/trash/pages/${id}` }, token);
    expect(await leadsTo('/imprint')).toBe('/about');
  });

  test('an import and its dry run take the address of a deleted post', async () => {
    const { site, token, leadsTo } = await startWithRedirects();
    const deleted = await site.createPost(token, { title: 'Gone', published: true });
    await site.request({ method: 'DELETE', url: `/api/admin/posts/${deleted.id}` }, token);
    const { id } = await site.createPost(token, { title: 'Better', published: true });
    const siteUrl = 'https://b.example';
    const service = createRedirectsService({ db: site.db, clock: () => new Date(), siteUrl });
    const imported = [{ from: '/blog/gone', post: id }];
    expect(await createRedirectCount(site.db, siteUrl).count(imported)).toBe(1);
    expect(await inTransaction(site.db, (trx) => service.addImported(trx, imported))).toBe(1);
    expect(await leadsTo('/blog/gone')).toBe('/blog/better');
  });

  test('an import adds what is free, and leaves what leads somewhere already', async () => {
    const { site, token, add, leadsTo } = await startWithRedirects();
    const { id } = await site.createPost(token, { title: 'Mine', published: true });
    await add('/taken', '/blog');
    const clock = () => new Date();
    const service = createRedirectsService({ db: site.db, clock, siteUrl: 'https://b.example' });
    const imported = [
      ...[
        '/2009/mine/',
        '/?p=4',
        '/taken',
        '/about/',
        '/newsletter/',
        '/metrics',
        '/blog/mine',
      ].map((from) => ({
        from,
        post: id,
      })),
      { from: '/tag/x/', to: '/topics/x' },
    ];
    const run = () => inTransaction(site.db, (trx) => service.addImported(trx, imported));
    expect(await run()).toBe(3);
    expect(await run()).toBe(0);
    expect(await leadsTo('/2009/mine')).toBe('/blog/mine');
    expect(await leadsTo('/taken')).toBe('/blog');
  });

  test('redirects are only listed and changed by the administrator', async () => {
    const { site, url } = await startWithRedirects();
    for (const path of [url, `${url}.csv`]) expectProblem(await site.get(path), 401);
    expectProblem(await site.get('/api/redirects'), 400);
    expect((await site.get('/api/redirects?path=relative')).json()).toEqual({ to: null });
  });
});
