import { undo } from 'prosemirror-history';
import type { Command } from 'prosemirror-state';
import { expect, test } from 'vitest';
import { openState, textAfter } from '../../../../../../test-support/visual-state.ts';
import { toggleFootnote as toggleInBox } from '../../html/text-footnotes.ts';
import {
  breakInNote,
  insertFootnote,
  isOnReference,
  leaveNote,
  toggleFootnote,
  typingInNotes,
} from './footnotes.ts';
import { editingKeys, toEdge } from './keys.ts';

function type(text: string): Command {
  return (state, dispatch) => {
    dispatch?.(state.tr.insertText(text));
    return true;
  };
}

/** A key, as the editor handles it. */
function press(key: string): Command {
  return (state, dispatch) =>
    editingKeys(() => false).some((plugin) =>
      plugin.props.handleKeyDown?.call(plugin, { state, dispatch } as never, { key } as never),
    );
}

/** As the browser's own input. */
function typeInNote(typed: string): Command {
  return (state, dispatch) => {
    const { handleTextInput } = typingInNotes().props;
    const { from, to } = state.selection;
    const view = { state, dispatch } as never;
    return (
      handleTextInput?.call(undefined as never, view, from, to, typed, () => state.tr) === true
    );
  };
}

const reference = (number: number, text = String(number)) =>
  `<sup class="footnote-ref"><a href="#fn${number}" id="fnref${number}">${text}</a></sup>`;
const note = (number: number, words = '') =>
  `<li id="fn${number}"><p>${words} <a href="#fnref${number}" aria-label="Back to the text">↩</a></p></li>`;
const section = (...notes: readonly string[]) =>
  `<section class="footnotes"><ol>\n${notes.join('\n')}\n</ol></section>`;
const withoutIndent = (html: string) => html.replaceAll('\n  ', '\n');
const noteIds = (html: string) => [...html.matchAll(/<li id="(\w+)">/g)].map(([, id]) => id);

test.each([
  ['the first footnote', '<p>One|</p>\n<p>Two</p>'],
  ['one in bold text', '<p><b>On|e</b></p>'],
  ['the second', `<p>A${reference(1)} b|</p>\n${section(note(1, 'See'))}`],
  ['one whose number is free', `<p>A| b${reference(2)}</p>\n${section(note(2, 'See'))}`],
  [
    'one between others',
    `<p>A${reference(1)} b${reference(3)} c|</p>\n${section(note(1, 'See'), note(3, 'There'))}`,
  ],
  ['one in a section without numbered notes', `<p>A|</p>\n${section('<li>See</li>')}`],
  ['one with a section before other blocks', `<p>A|</p>\n${section(note(1, 'See'))}\n<p>End</p>`],
])('%s is the same as in the HTML', (_name, marked) => {
  const caret = marked.indexOf('|');
  const box = toggleInBox({ text: marked.replace('|', ''), from: caret, to: caret });
  expect(withoutIndent(textAfter(marked, toggleFootnote))).toBe(box?.text);
});

test('a number counts that only a reference or only a note has', () => {
  const html = `<p>A${reference(1)} b|</p>\n${section(note(2, 'See'))}`;
  expect(noteIds(textAfter(html, insertFootnote))).toEqual(['fn2', 'fn3']);
});

test('one that is inserted before others is numbered in reading order', () => {
  const again = '<sup class="footnote-ref"><a href="#fn1">1</a></sup>';
  const before = `<p>A${reference(1)}</p>\n<p>B| <b>b${reference(2)}</b>${again}</p>\n<p>C</p>`;
  const notes = section(note(1, 'See'), note(2, 'There'));
  const marked = `${before}\n${notes}`;
  const html = textAfter(marked, toggleFootnote, type('New'));
  expect(withoutIndent(html)).toBe(
    `<p>A${reference(1)}</p>\n<p>B${reference(2)} <b>b${reference(3)}</b>${again}</p>\n<p>C</p>\n${section(note(1, 'See'), note(2, 'New'), note(3, 'There'))}`,
  );
  expect(textAfter(marked, toggleFootnote, undo)).toBe(marked.replace('|', ''));
  const first = textAfter(`<p>|A${reference(1)}</p>\n${section(note(1, 'See'))}`, toggleFootnote);
  expect(withoutIndent(first)).toBe(
    `<p>${reference(1)}A${reference(2)}</p>\n${section(note(1), note(2, 'See'))}`,
  );
});

test.each([
  ['of another form', `<p>|A${reference(1, '[1]')}</p>`.replace('[1]', '(1)'), note(1, 'See')],
  ['without notes', `<p>|A${reference(1)}</p>`, '<li>See</li>'],
  ['in another order', `<p>|A${reference(2)} b${reference(1)}</p>`, note(1) + note(2)],
])('references %s keep their numbers', (_name, marked, notes) => {
  const html = textAfter(`${marked}\n${section(notes)}`, insertFootnote);
  expect(html).toContain(marked.slice('<p>|'.length));
});

test('notes in a part that cannot be edited here count as well', () => {
  const html =
    '<p>A|</p>\n<section class="footnotes"><object><li id="fn1"></li></object></section>';
  expect(textAfter(html, insertFootnote)).toContain(reference(2));
});

test('the caret is in the note that was inserted', () => {
  expect(textAfter('<p>One|</p>', toggleFootnote, type('See'))).toContain(note(1, 'See'));
  const html = `<p>A| b${reference(2)}</p>\n${section(note(2, 'There'))}`;
  expect(withoutIndent(textAfter(html, toggleFootnote, type('See')))).toContain(
    section(note(1, 'See'), note(2, 'There')),
  );
});

test.each([
  '<P>One|  two</P>\n\n<p>Three</p>\n',
  `<p>A${reference(1)} b|</p>\n${section(note(1, 'See'))}\n<p>End</p>`,
])('used twice, the tool restores %s', (marked) => {
  const source = marked.replace('|', '');
  expect(textAfter(marked, toggleFootnote, toggleFootnote)).toBe(source);
  expect(textAfter(marked, toggleFootnote, undo)).toBe(source);
});

test.each([
  ['behind a reference', `<p>One${reference(1, '1|')} two</p>\n${section(note(1, 'See'))}`],
  ['before a reference', `<p>One${reference(1, '|1')} two</p>\n${section(note(1, 'See'))}`],
  ['with a selected reference', `<p>One${reference(1, '[1]')} two</p>\n${section(note(1))}`],
  ['in an empty note', `<p>One${reference(1)} two</p>\n${section(note(1, '|'))}`],
])('%s, the tool removes both and the section', (_name, marked) => {
  expect(textAfter(marked, toggleFootnote)).toBe('<p>One two</p>');
  expect(textAfter(marked, toggleFootnote, type('X'))).toBe('<p>OneX two</p>');
});

test('other notes and their numbers stay', () => {
  const marked = `<p>A${reference(1, '1|')} b${reference(2)}</p>\n${section(note(1, 'See'), note(2, 'There'))}`;
  expect(withoutIndent(textAfter(marked, toggleFootnote))).toBe(
    `<p>A b${reference(2)}</p>\n${section(note(2, 'There'))}`,
  );
});

test('an item without a number is not removed with the section', () => {
  const marked = `<p>A${reference(1, '1|')}</p>\n${section(note(1), '<li>Kept</li>')}`;
  expect(withoutIndent(textAfter(marked, toggleFootnote))).toBe(
    `<p>A</p>\n${section('<li>Kept</li>')}`,
  );
});

test('an empty note without a reference is removed, even if there is nothing else', () => {
  expect(textAfter(section(note(1, '|')), toggleFootnote)).toBe('');
  expect(textAfter(`<p>One</p>\n${section(note(1, '|'))}`, toggleFootnote)).toBe('<p>One</p>');
});

test.each([
  ['a note with words', `<p>A${reference(1)}</p>${section(note(1, 'Se|e'))}`],
  ['a note with a picture', `<p>A${reference(1)}</p>${section(note(1, '|<img src="/a.jpg">'))}`],
  ['another item of the section', `<p>A</p>${section('<li>Se|e</li>')}`],
  ['code', '<pre><code>a|</code></pre>'],
])('the tool does nothing in %s', (_name, marked) => {
  expect(toggleFootnote(openState(marked).state)).toBe(false);
});

test('the tool is active on a reference', () => {
  const html = (one: string) => `<p>One${reference(1, one)} two</p>${section(note(1, 'See'))}`;
  expect(isOnReference(openState(html('1|')).state)).toBe(true);
  expect(isOnReference(openState(html('1').replace('two', 't|wo')).state)).toBe(false);
  expect(isOnReference(openState('<p>a<sup>2|</sup></p>').state)).toBe(false);
});

test('Enter in a note starts a line, and its id stays the only one', () => {
  const marked = `<p>A${reference(1)}</p>\n${section(note(1, 'See| there'))}`;
  const html = textAfter(marked, press('Enter'));
  expect(html).toContain('<p>See<br> there ');
  expect(noteIds(html)).toEqual(['fn1']);
});

test('words behind the link back to the text go before it', () => {
  const behind = `<p>A${reference(1)}</p>\n${section(note(1, 'See').replace('↩', '↩|'))}`;
  expect(textAfter(behind, typeInNote('!'))).toContain('<p>See! <a href="#fnref1"');
  expect(textAfter(behind, press('Enter'), type('there'))).toContain('<p>See<br>there <a');
  const before = behind.replace('|', '').replace('See', 'Se|e');
  expect(typeInNote('!')(openState(before).state)).toBe(false);
});

test('the end of the text is before the notes, and in them their own', () => {
  const marked = `<p>A|${reference(1)}</p>\n${section(note(1, 'See'))}`;
  expect(textAfter(marked, toEdge('end'), type('X'))).toContain(`${reference(1)}X</p>`);
  const inNote = marked.replace('|', '').replace('See', '|See');
  expect(textAfter(inNote, toEdge('end'), type('X'))).toMatch(/↩X?<\/a>X?<\/p>/);
});

test.each([
  ['text', '<p>On|e</p>'],
  ['another list', '<ol><li id="fn1">On|e</li></ol>'],
  ['a list in a note', section('<li id="fn1"><p>See</p><ul><li>On|e</li></ul></li>')],
])('Enter and Escape are free in %s', (_name, marked) => {
  const { state } = openState(marked);
  expect(breakInNote(state)).toBe(false);
  expect(leaveNote(state)).toBe(false);
});

test('Escape leads from a note behind its reference, and typed text is no part of it', () => {
  const marked = `<p>A${reference(1)} b${reference(2)}.</p>\n${section(note(1, 'See'), note(2, 'Th|ere'))}`;
  expect(textAfter(marked, press('Escape'), type('X'))).toContain(`b${reference(2)}X.</p>`);
  expect(textAfter('<p>One|</p>', toggleFootnote, type('See'), leaveNote, type(' two'))).toContain(
    `<p>One${reference(1)} two</p>`,
  );
});

test('Escape is free in a note without a reference', () => {
  expect(leaveNote(openState(section(note(1, 'Se|e'))).state)).toBe(false);
});
