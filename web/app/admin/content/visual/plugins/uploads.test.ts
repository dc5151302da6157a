import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { schema } from '../../document/schema.ts';
import { blocksFromHtml, fragmentHtml } from '../../document/slices.ts';
import { replaceUploads } from './uploads.ts';

const ONE = schema.node('paragraph', null, schema.text('One'));
const UPLOAD = schema.node('upload', { token: '<!-- Uploading a.png … 0abc -->' });
const FIGURE = '<figure><img src="/a.png" alt=""></figure>';

function quote(...blocks: readonly Node[]): Node {
  return schema.node('blockquote', null, blocks);
}

/** The text after the uploads in it have ended. */
function after(blocks: readonly Node[], result: string | null): string {
  const state = EditorState.create({ doc: schema.node('doc', null, blocks) });
  const tr = replaceUploads(state, () => result, blocksFromHtml) ?? state.tr;
  tr.doc.check();
  return fragmentHtml(tr.doc.content);
}

test.each<[string, Node[], string]>([
  ['beside others', [ONE, UPLOAD], '<p>One</p>'],
  ['beside others in a quote', [quote(ONE, UPLOAD)], '<blockquote><p>One</p></blockquote>'],
  ['before others in a quote', [quote(UPLOAD, ONE)], '<blockquote><p>One</p></blockquote>'],
])('a failed upload %s leaves nothing behind', (_name, blocks, expected) => {
  expect(after(blocks, null)).toBe(expected);
});

test.each<[string, Node[], string]>([
  ['alone', [UPLOAD], '<p></p>'],
  ['twice', [UPLOAD, UPLOAD], '<p></p>'],
  ['alone in a quote', [ONE, quote(UPLOAD)], '<p>One</p>\n<blockquote><p></p></blockquote>'],
])('a failed upload %s leaves a place to write', (_name, blocks, expected) => {
  expect(after(blocks, null)).toBe(expected);
});

test('a figure takes the place of its upload', () => {
  const [figure] = blocksFromHtml(FIGURE);
  const expected = schema.node('doc', null, [quote(ONE, ...(figure ? [figure] : []))]);
  expect(after([quote(ONE, UPLOAD)], FIGURE)).toBe(fragmentHtml(expected.content));
  expect(after([quote(ONE, UPLOAD)], FIGURE)).toContain('src="/a.png"');
});
