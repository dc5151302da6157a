import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { type Command, EditorState, NodeSelection, TextSelection } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { content, samples } from '../../../../../../test-support/html-contents.ts';
import { splitBlocks } from '../../document/html-blocks.ts';
import { closedHtml } from '../../document/parse-html.ts';
import { VisualDocument } from '../../document/visual-document.ts';
import {
  deleteBlocks,
  duplicateBlocks,
  moveBlocks,
  moveBlocksTo,
  positionOfBlock,
  selectBlock,
  selectedBlocks,
} from './block-commands.ts';

function open(text: string) {
  const visual = new VisualDocument();
  let state = EditorState.create({ doc: visual.open(text) });
  return {
    get state() {
      return state;
    },
    written: () => visual.write(state.doc),
    run(command: Command): boolean {
      return command(state, (tr) => {
        state = state.apply(tr);
      });
    },
    select(index: number): void {
      const position = positionOfBlock(state.doc, index);
      selectBlock(position)(state, (tr) => {
        state = state.apply(tr);
      });
    },
  };
}

/** Each block's source in this order, with nothing but space and comments between. */
function expectSources(written: string, sources: readonly string[]): void {
  let at = 0;
  for (const source of sources) {
    const found = [source, closedHtml(source)].map((each) => written.indexOf(each, at));
    const start = found.find((each) => each !== -1) ?? -1;
    expect(start, source).toBeGreaterThanOrEqual(at);
    expect(
      written
        .slice(at, start)
        .replace(/<!--[\s\S]*?-->/g, '')
        .trim(),
    ).toBe('');
    at = start + source.length;
  }
}

function expectMovesKeepBytes(text: string): void {
  const sources = splitBlocks(text).blocks.map(({ source }) => source);
  for (const index of sources.keys()) {
    const editor = open(text);
    editor.select(index);
    if (editor.run(moveBlocks('down'))) {
      expectSources(
        editor.written(),
        sources.with(index, sources[index + 1] ?? '').with(index + 1, sources[index] ?? ''),
      );
      expect(selectedBlocks(editor.state)).toEqual({ first: index + 1, last: index + 1 });
      expect(editor.run(moveBlocks('up'))).toBe(true);
      expect(editor.written()).toBe(text);
    } else expect(index).toBe(sources.length - 1);
    if (editor.run(moveBlocks('up'))) {
      expect(editor.run(moveBlocks('down'))).toBe(true);
      expect(editor.written()).toBe(text);
    } else expect(index).toBe(0);
  }
}

test.each(samples)(
  'a block of %s that is moved and moved back leaves every byte',
  (_name, text) => {
    expectMovesKeepBytes(text);
  },
);

function textsOf(doc: Node): string[] {
  return doc.children.map((node) => node.textContent);
}

test('a move of any block of any content is taken back by the other, byte for byte', () => {
  fc.assert(
    fc.property(content, fc.nat(6), (text, index) => {
      const editor = open(text);
      const { childCount } = editor.state.doc;
      const before = textsOf(editor.state.doc);
      editor.select(index % childCount);
      if (!editor.run(moveBlocks('down'))) return;
      expect(textsOf(editor.state.doc).toSorted()).toEqual(before.toSorted());
      editor.run(moveBlocks('up'));
      expect(editor.written()).toBe(text);
    }),
    { numRuns: 400 },
  );
});

test('a moved block takes its own form with it, and no other block is written anew', () => {
  const editor = open('<P>One\n two</P>\n\n<h2 id=a>Two</h2>\n\n<p>three</p>\n');
  editor.select(1);
  editor.run(moveBlocks('up'));
  expect(editor.written()).toBe('<h2 id=a>Two</h2>\n\n<P>One\n two</P>\n\n<p>three</p>\n');
});

test('what is selected moves with all of its blocks', () => {
  const editor = open('<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>');
  const { doc, tr } = editor.state;
  editor.run((_state, dispatch) => {
    dispatch?.(tr.setSelection(TextSelection.create(doc, 4, 8)));
    return true;
  });
  editor.run(moveBlocks('down'));
  expect(editor.written()).toBe('<p>a</p>\n<p>d</p>\n<p>b</p>\n<p>c</p>');
  expect(selectedBlocks(editor.state)).toEqual({ first: 2, last: 3 });
  editor.run(moveBlocksTo(0));
  expect(editor.written()).toBe('<p>b</p>\n<p>c</p>\n<p>a</p>\n<p>d</p>');
});

test('a block with nothing to write in is selected as a whole, and stays so', () => {
  const editor = open('<p>a</p>\n<hr>\n<p>b</p>');
  editor.select(1);
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
  editor.run(moveBlocks('down'));
  expect(editor.written()).toBe('<p>a</p>\n<p>b</p>\n<hr>');
  expect(editor.state.selection).toBeInstanceOf(NodeSelection);
});

test('a copy has no id twice, and the other blocks stay', () => {
  const editor = open('<h2 ID=x>a <a href="#f" id="r">b</a></h2>\n<P>c</P>');
  editor.select(0);
  editor.run(duplicateBlocks);
  expect(editor.written()).toBe(
    '<h2 ID=x>a <a href="#f" id="r">b</a></h2>\n<h2>a <a href="#f">b</a></h2>\n<P>c</P>',
  );
  expect(selectedBlocks(editor.state).first).toBe(1);
});

test('a deleted block leaves the others, and the last one an empty text', () => {
  const editor = open('<P>a</P>\n\n<p>b</p>\n\n<P>c</P>\n');
  editor.select(1);
  editor.run(deleteBlocks);
  expect(editor.written()).toBe('<P>a</P>\n\n<P>c</P>\n');
  editor.run(deleteBlocks);
  editor.run(deleteBlocks);
  expect(editor.written()).toBe('');
  expect(editor.state.doc.childCount).toBe(1);
});
