import { describe, expect, it } from 'vitest';
import { convertPaste, decidePaste, type PastedData } from './paste.ts';

function pasted(data: Partial<PastedData>): PastedData {
  const types = Object.entries({ 'text/html': data.html, 'text/plain': data.text })
    .filter(([, value]) => value !== undefined)
    .map(([type]) => type);
  return { html: '', text: '', files: [], types, ...data };
}

const HERE = { selection: '', isOwnLine: true };
const IN_TEXT = { selection: '', isOwnLine: false };
const FRAME = 'width="560" height="315" allowfullscreen></iframe>';

function decide(data: Partial<PastedData>, place = HERE, isPlain = false) {
  return decidePaste(pasted(data), place, isPlain);
}

describe('an address', () => {
  const place = { selection: 'words', isOwnLine: false };

  it.each([
    ['https://example.org/a', 'https://example.org/a'],
    [' www.example.org\n', 'https://www.example.org'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
  ])('%s over a selection makes a link', (text, href) => {
    expect(decide({ text }, place)).toEqual({ kind: 'link', href });
    expect(decide({ text, html: `<a href="${href}">${text}</a>` }, place).kind).toBe('link');
  });

  it.each(['example.org', 'two words', 'https://example.org and', 'javascript:alert(1)', '/about'])(
    '%s is text',
    (text) => {
      expect(decide({ text }, place)).toEqual({ kind: 'plain' });
    },
  );

  it('over an address replaces it', () => {
    const selection = 'https://example.org/old';
    expect(decide({ text: 'https://example.org/' }, { selection, isOwnLine: false })).toEqual({
      kind: 'plain',
    });
  });

  it('without a selection is text', () => {
    expect(decide({ text: 'https://example.org/' })).toEqual({ kind: 'plain' });
  });
});

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=x', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=1m5s', 'dQw4w9WgXcQ?start=65'],
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90', 'dQw4w9WgXcQ?start=90'],
    ['https://youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ])('%s on YouTube', (text, id) => {
    const html = `<iframe src="https://www.youtube-nocookie.com/embed/${id}" title="YouTube video" ${FRAME}`;
    expect(decide({ text })).toEqual({ kind: 'embed', html });
    expect(decide({ text }, IN_TEXT)).toEqual({ kind: 'plain' });
    expect(decide({ text }, HERE, true)).toEqual({ kind: 'plain' });
  });

  it.each([
    ['https://vimeo.com/76979871', '76979871'],
    ['https://vimeo.com/76979871/8272103f6e', '76979871?h=8272103f6e'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e&x=1', '76979871?h=8272103f6e'],
  ])('%s on Vimeo', (text, id) => {
    const html = `<iframe src="https://player.vimeo.com/video/${id}" title="Vimeo video" ${FRAME}`;
    expect(decide({ text })).toEqual({ kind: 'embed', html });
  });

  it.each([
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/playlist?list=PL1',
    'https://vimeo.com/categories',
    'https://example.org/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  ])('%s is none', (text) => {
    expect(decide({ text })).toEqual({ kind: 'plain' });
  });
});

describe('what stays as it is', () => {
  it.each([
    ['text', { text: 'Some words' }],
    ['HTML as text', { text: '<p>Some <b>words</b></p>\n' }],
    [
      'HTML that a page shows as text',
      { text: '<p>a</p>', html: '<pre>&lt;p&gt;a&lt;/p&gt;</pre>' },
    ],
  ] as const)('%s', (_, data) => {
    expect(decide(data)).toEqual({ kind: 'plain' });
  });

  it('anything that is pasted as plain text', () => {
    expect(decide({ text: 'a', html: '<b>a</b>' }, HERE, true)).toEqual({ kind: 'plain' });
    expect(decide({ text: '# a\n\n- b\n- c' }, HERE, true)).toEqual({ kind: 'plain' });
  });
});

describe('code', () => {
  const VS_CODE =
    '<meta charset=\'utf-8\'><div style="color: #d4d4d4;background-color: #1e1e1e;font-family: Consolas, \'Courier New\', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;"><div><span style="color: #c586c0;">import</span></div></div>';
  const JETBRAINS =
    '<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:\'JetBrains Mono\',monospace;font-size:9.8pt;">import</pre></body></html>';

  it.each([
    ['VS Code', { text: 'import', html: VS_CODE }],
    ['another VS Code', { text: 'a', html: '<b>a</b>', types: ['vscode-editor-data'] }],
    ['VS Code, HTML', { text: '<p>\n</p>', types: ['text/plain', 'vscode-editor-data'] }],
    ['JetBrains', { text: 'import', html: JETBRAINS }],
  ] as const)('of %s', (_, data) => {
    expect(decide(data)).toEqual({ kind: 'code' });
    expect(decide(data, HERE, true)).toEqual({ kind: 'plain' });
  });

  it('of a page is converted', () => {
    expect(decide({ text: 'a', html: '<pre>a</pre>' })).toEqual({ kind: 'convert' });
  });
});

describe('images', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' });

  it('are taken if there is no text', () => {
    expect(decide({ files: [file], html: '<img src="https://e.org/a.png">' })).toEqual({
      kind: 'files',
      files: [file],
    });
  });

  it('are not taken if they show the copied text', () => {
    expect(decide({ files: [file], html: '<b>a</b>', text: 'a' })).toEqual({ kind: 'convert' });
  });
});

describe('conversion', () => {
  const convert = (data: Partial<PastedData>) =>
    convertPaste(pasted(data), { site: 'https://blog.example' });

  it('cleans HTML', async () => {
    expect(await convert({ html: '<b>a</b>', text: 'a' })).toMatchObject({
      kind: 'html',
      inline: '<strong>a</strong>',
    });
  });

  it('reads Markdown, also from a page that shows only text', async () => {
    const text = '# Title\n\n- **one**\n- two\n';
    const html = '<h2>Title</h2>\n<ul>\n  <li><strong>one</strong></li>\n  <li>two</li>\n</ul>';
    expect(await convert({ text })).toMatchObject({ kind: 'markdown', html, text });
    expect(await convert({ text, html: `<pre>${text}</pre>` })).toMatchObject({ kind: 'markdown' });
    expect(await convert({ text, html: `<h1>Title</h1>` })).toMatchObject({ kind: 'html' });
  });

  it('keeps the text if the HTML has none', async () => {
    expect(await convert({ html: '<nav>menu</nav>', text: 'menu' })).toEqual({
      kind: 'text',
      text: 'menu',
    });
  });
});
