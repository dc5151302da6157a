import { expect, test } from 'vitest';
import { namesIn, parseCss, usedCss } from './used-css.ts';

const PAGE = namesIn(
  '<html><body class="page"><main><p class="lead  wide">Text</p><svg><linearGradient/></svg></main></body></html>',
);

function keep(css: string): string {
  return usedCss(parseCss(css), PAGE);
}

test.each([
  '*,:before{margin:0}',
  ':root{--a:1}',
  ':root[data-theme=dark]{--a:2}',
  'p{margin:0}',
  '.lead{margin:0}',
  '.page .lead.wide>p:first-child{margin:0}',
  'p:not(.absent,table){margin:0}',
  '.page:has(.later){margin:0}',
  ':is(.absent,p){margin:0}',
  'p[class*=absent]{margin:0}',
  '::selection{color:red}',
  '.lead::after{content:"}.absent{"}',
  '.absent,.lead,table{margin:0}',
  '.md\\:lead{margin:0}',
  '.\\31 table{margin:0}',
  'p{margin:0}\n@keyframes absent{to{margin:0}}',
  '@font-face{font-family:A;src:url(a.woff2)}',
  '@view-transition{navigation:auto}',
  '@media print{.absent{margin:0}p{margin:0}}',
  '@import url("a.css");p{margin:0}',
  '@media print{.lead{margin:0}@supports (a:b){p{margin:0}}}',
])('%s stays as it is', (css) => expect(keep(css)).toBe(css));

test.each([
  ['.absent{margin:0}', ''],
  ['table{margin:0}', ''],
  ['.page table td{margin:0}', ''],
  ['.lead.absent{margin:0}', ''],
  ['@media print{.absent{margin:0}}', ''],
  ['.absent:before{content:"a}b"}p{margin:0}', 'p{margin:0}'],
  ['.absent[title="a,b"],table{margin:0}', ''],
])('of %s, what is left is %s', (css, left) => expect(keep(css)).toBe(left));

test('names are those of the attributes and tags', () => {
  expect([...PAGE.classes]).toEqual(['page', 'lead', 'wide']);
  expect([...PAGE.elements]).toEqual(['html', 'body', 'main', 'p', 'svg', 'lineargradient']);
});

test('a text that looks like the beginning of an attribute hides none', () => {
  const { classes } = namesIn('<p>Write <code>&lt;p class="</code></p><p class="lead">Text</p>');
  expect(classes.has('lead')).toBe(true);
});
