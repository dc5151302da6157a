import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { history, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, type Transaction } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { dispatchAlone } from './transactions.ts';
import { VisualDocument } from './visual-document.ts';

/** ProseMirror's default, and what it keeps beyond that before it forgets. */
const UNDO_STEPS = 100 + 20;

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  // What a reference was asked for lives until the end of its task.
  await new Promise((resolve) => setTimeout(resolve));
  collect();
}

function textAt(edit: number): string {
  return `<P>Edit ${edit}</P>\n\n<P>Some words</P>`;
}

/** A text that is changed elsewhere again and again, as in the box, and shown here after each change. */
function editedText(edits: number) {
  const visual = new VisualDocument();
  const blocks: WeakRef<Node>[] = [];
  const open = (text: string) => {
    const doc = visual.open(text);
    for (const block of doc.children) blocks.push(new WeakRef(block));
    return doc;
  };
  const editor = {
    state: EditorState.create({ doc: open(textAt(0)), plugins: [history()] }),
    dispatch(tr: Transaction) {
      editor.state = editor.state.apply(tr);
    },
  };
  for (let edit = 1; edit <= edits; edit += 1) {
    const { tr, doc } = editor.state;
    dispatchAlone(editor, tr.replaceWith(0, doc.content.size, open(textAt(edit)).content));
  }
  return { visual, editor, blocks };
}

test('blocks are freed once neither the text nor its undo history has them', async () => {
  const { visual, editor, blocks } = editedText(2_000);
  await collectGarbage();
  const alive = blocks.filter((block) => block.deref() !== undefined).length;
  expect(blocks.length).toBe(2_001 * 2);
  expect(alive).toBeLessThanOrEqual((UNDO_STEPS + 1) * 2);

  expect(visual.write(editor.state.doc)).toBe(textAt(2_000));
  for (let edit = 1_999; edit >= 1_900; edit -= 1) {
    undo(editor.state, editor.dispatch);
    expect(visual.write(editor.state.doc)).toBe(textAt(edit));
  }
});
