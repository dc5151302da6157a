import { describe, expect, it } from 'vitest';
import { isMarkdown } from '../plain-text.ts';
import { markdownToHtml } from './markdown.ts';

describe('plainly Markdown', () => {
  it.each([
    ['headings and a list', '# Tea\n\nWhat you need:\n\n- leaves\n- water\n'],
    ['sections', '## First\n\nSome words.\n\n## Second\n\nMore words.\n'],
    ['a link', 'See [the guide](https://example.org/guide) first.'],
    ['a picture', '![A cup](/uploads/cup.webp)'],
    ['a link by reference', 'See [the guide][1].\n\n[1]: https://example.org/'],
    ['a code block', 'Run this:\n\n```sh\nnpm start\n```\n'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |'],
    ['bold and a list', '**Note**\n\n1. one\n2. two'],
    ['code and bold', 'The **fast** way is `npm ci`.'],
    ['a footnote', 'Tea[^1] is hot.\n\n[^1]: Mostly.'],
    ['a quote below a heading', '# Said\n\n> Words'],
    ['lines of Windows', '# Tea\r\n\r\n- leaves\r\n- water\r\n'],
  ])('%s', (_, text) => {
    expect(isMarkdown(text)).toBe(true);
  });
});

describe('not plainly Markdown', () => {
  it.each([
    ['nothing', ''],
    ['prose', 'Some words, and more words.'],
    ['one asterisk', 'The price* is 5.\n\n* without tax'],
    ['stars around a word', 'I *really* mean it.'],
    ['a sum', '2 * 3 * 4 and 2**3**4'],
    ['names with underscores', 'Set my_long_name and __init__ here'],
    ['a list in a letter', 'Dear Anna,\n\nplease bring\n- bread\n- salt\n\nBert'],
    ['a numbered list', '1. one\n2. two\n3. three'],
    ['a mail', 'Hello,\n\n> Can you come?\n> Tomorrow?\n\nYes.\n\n-- \nBert\n- a\n- b'],
    ['a hashtag', '#garden is what I like'],
    ['one heading sign', '# 1 in the list'],
    ['HTML', '<h2>a</h2>\n<p>**b** [c](https://example.org)</p>'],
    ['Python', '# Reads\n\nimport os\nfor a in b:\n    print(`a`)\nx = 1\n'],
    ['a shell script', '#!/bin/sh\n\n# Install\n\nsudo apt-get install -y a="b"\nX=1\nfi'],
    ['settings', '# Where\n\nname: a\nitems:\n- one: 1\n- two: 2\nport: 80'],
    ['a style sheet', '.a {\n  color: red;\n}\n#b { margin: 0; }'],
    ['JavaScript', 'const a = `b`;\nconst c = `d`;\nexport { a };\n- c\n- d'],
    ['a footnote mark', 'As they say [1] (see below).'],
    ['a footnote without its note', 'As they say [^1].'],
    ['a web address in brackets', 'The site (https://example.org) has it.'],
  ])('%s', (_, text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

it('decides about long lines quickly', () => {
  for (const part of ['[', '**', '`', '| ', '- ', '](', '__a']) isMarkdown(part.repeat(500_000));
});

describe('conversion', () => {
  it('writes tidy HTML', async () => {
    const text = [
      '---',
      'title: Tea',
      'tags: [a, b]',
      '---',
      '# Tea',
      '',
      'Two *kinds*, ~~three~~ **four**: see [about](/about).',
      '',
      '1. Boil',
      '   - slowly',
      '2. Pour',
      '',
      '```js',
      'const a = 1 < 2;',
      '```',
      '',
      '| Leaf | Time |',
      '|------|------|',
      '| green | 2 |',
      '',
      '> Words',
      '',
      '![A cup](/uploads/cup.webp)',
      '',
      '<script>alert(1)</script>',
      '[bad](javascript:alert(1))',
    ].join('\n');
    expect((await markdownToHtml(text)).html).toBe(
      [
        '<h2>Tea</h2>',
        '<p>Two <em>kinds</em>, <s>three</s> <strong>four</strong>: see <a href="/about">about</a>.</p>',
        '<ol>',
        '  <li>Boil',
        '    <ul>',
        '      <li>slowly</li>',
        '    </ul>',
        '  </li>',
        '  <li>Pour</li>',
        '</ol>',
        '<pre><code class="language-js">const a = 1 &lt; 2;</code></pre>',
        '<table>',
        '<thead>',
        '<tr><th>Leaf</th><th>Time</th></tr>',
        '</thead>',
        '<tbody>',
        '<tr><td>green</td><td>2</td></tr>',
        '</tbody>',
        '</table>',
        '<blockquote><p>Words</p></blockquote>',
        '<figure><img src="/uploads/cup.webp" alt="A cup"></figure>',
        '<p>bad</p>',
      ].join('\n'),
    );
  });
});

describe('footnotes', () => {
  const reference = (number: number, id = ` id="fnref${number}"`) =>
    `<sup class="footnote-ref"><a href="#fn${number}"${id}>${number}</a></sup>`;
  const back = (number: number) => ` <a href="#fnref${number}" aria-label="Back to the text">↩</a>`;

  it('have their number in the text, several paragraphs, and several references', async () => {
    const text = [
      'Tea[^leaf] is **hot[^2]**, and tea[^leaf] again.',
      '',
      '[^2]: Mostly.',
      '[^Leaf]: The *leaf*',
      'of a bush.',
      '',
      '    It is green.',
      '',
      '    - or black',
      '',
      'The end.',
    ].join('\n');
    expect((await markdownToHtml(text)).html).toBe(
      [
        `<p>Tea${reference(1)} is <strong>hot${reference(2)}</strong>, and tea${reference(1, '')} again.</p>`,
        '<p>The end.</p>',
        '<section class="footnotes"><ol>',
        '  <li id="fn1"><p>The <em>leaf</em> of a bush.</p>',
        '    <p>It is green.</p>',
        '    <ul>',
        '      <li>or black</li>',
        '    </ul>',
        `    <p>${back(1).trim()}</p>`,
        '  </li>',
        `  <li id="fn2"><p>Mostly.${back(2)}</p></li>`,
        '</ol></section>',
      ].join('\n'),
    );
  });

  it('without their other half stay text, and code stays code', async () => {
    const text = 'A[^1] and `[^2]` b[^3].\n\n[^2]: Two\n[^3]: Three\n\n```\n[^4]: x\n```';
    const { html } = await markdownToHtml(text, { firstFootnote: () => 7 });
    expect(html).toContain(`<p>A[^1] and <code>[^2]</code> b${reference(7)}.</p>`);
    expect(html).toContain('<p>[^2]:</p>\n<p>Two</p>');
    expect(html).toContain('<pre><code>[^4]: x</code></pre>');
    expect(html).toContain(`<li id="fn7"><p>Three${back(7)}</p></li>`);
  });
});
