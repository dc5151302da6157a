import { type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { nextNumber, splitSection } from '../html/footnote-markup.ts';
import { type Element, findElements, findTags, isInline } from '../html/html-tags.ts';
import { applyEdit, differenceOf, type TextState } from '../html/text-edits.ts';
import type { TextField } from '../html/text-field.ts';
import { addNotes } from '../html/text-footnotes.ts';
import { setLink } from '../html/text-links.ts';
import { findEnclosing } from '../html/wrap-in-tags.ts';
import type { Pictures } from '../pictures/use-pictures.ts';
import {
  convertPaste,
  decidePaste,
  insertPasted,
  type PastedData,
  PlainPasteKeys,
  prefetchPaste,
  readClipboard,
} from './paste.ts';
import { isCode, plainHtml } from './plain-text.ts';

function insertText({ text, from, to }: TextState, inserted: string): TextState {
  const caret = from + inserted.length;
  return { text: text.slice(0, from) + inserted + text.slice(to), from: caret, to: caret };
}

/** True if the selection starts or ends within a tag, for example in its address. */
export function isInTag({ text, from, to }: TextState): boolean {
  return findTags(text).some((tag) =>
    [from, to].some((position) => tag.from < position && position < tag.to),
  );
}

const AS_WRITTEN = ['pre', 'script', 'style', 'textarea'];

/** True where line breaks are shown, or mean something else than a space. */
function isInPre({ text, from }: TextState): boolean {
  return findElements(text).some(
    ({ name, open, close }) => AS_WRITTEN.includes(name) && open.to <= from && from <= close.from,
  );
}

/** Null if another element is between the paragraph and the selection. */
function paragraphAround(state: TextState): Element | null {
  const element = findEnclosing(findElements(state.text), state);
  const isAround = element && element.open.to <= state.from && state.to <= element.close.from;
  return isAround && element.name === 'p' ? element : null;
}

function beside(state: TextState): { before: string; behind: string } {
  const { text, from, to } = state;
  const paragraph = paragraphAround(state);
  const lineEnd = text.indexOf('\n', to);
  return {
    before: text.slice(paragraph?.open.to ?? text.lastIndexOf('\n', from - 1) + 1, from),
    behind: text.slice(to, paragraph?.close.from ?? (lineEnd === -1 ? text.length : lineEnd)),
  };
}

export function isOwnLine(state: TextState): boolean {
  const { before, behind } = beside(state);
  return (before + behind).trim() === '';
}

/** A paragraph around is split, because it cannot contain blocks. */
export function insertBlocks(state: TextState, html: string): TextState {
  const { text, from, to } = state;
  const paragraph = paragraphAround(state);
  if (!paragraph) {
    const lead = from === 0 || text[from - 1] === '\n' ? '' : '\n';
    const tail = to === text.length || text[to] === '\n' ? '' : '\n';
    return insertText(state, lead + html + tail);
  }
  const { before, behind } = beside(state);
  const opening = text.slice(paragraph.open.from, paragraph.open.to);
  const head = before.trim() === '' ? '' : `${opening}${before.trimEnd()}</p>\n`;
  const rest = behind.trim() === '' ? '' : `\n${opening}${behind.trimStart()}</p>`;
  const whole = { text, from: paragraph.open.from, to: paragraph.close.to };
  const next = insertText(whole, head + html + rest);
  const caret = next.to - rest.length;
  return { ...next, from: caret, to: caret };
}

/** Inserts only the words within a text, otherwise whole blocks. Footnotes join the existing ones. */
export function insertCleaned(
  state: TextState,
  { html, inline }: { readonly html: string; readonly inline: string | null },
): TextState {
  const { body, section } = splitSection(html);
  const isInText = inline !== null && !isOwnLine(state);
  const inserted = isInText ? insertText(state, inline) : insertBlocks(state, body);
  return section === '' ? inserted : addNotes(inserted, section);
}

function canBeLink(selected: string): boolean {
  return !selected.includes('\n') && findTags(selected).every(isInline);
}

/** Puts the caret after the link, so that typing continues the text. */
function linkSelection(state: TextState, href: string): TextState {
  const linked = setLink(state, href);
  const closing = linked.text.startsWith('</a>', linked.to) ? '</a>'.length : 0;
  const caret = linked.to + closing;
  return { ...linked, from: caret, to: caret };
}

/** The selection from before the conversion, in the current text. */
function moveTo(before: TextState, now: TextState): TextState {
  return applyEdit(before, differenceOf(before.text, now.text));
}

/** Null if the text is pasted as it is. */
function linesToPaste(text: string, state: TextState): string | null {
  const isProse = !/[<>]/.test(text) && !isCode(text.split('\n'));
  if (!isProse || !text.trim().includes('\n') || isInPre(state)) return null;
  return plainHtml(text);
}

type MarkdownNotice = {
  /** The text with the converted Markdown. The notice disappears when it changes. */
  readonly text: string;
  readonly asPasted: TextState;
};

export function usePaste(field: TextField, pictures: Pictures) {
  const [plainKeys] = useState(() => new PlainPasteKeys());
  const [notice, setNotice] = useState<MarkdownNotice | null>(null);
  useEffect(() => whenIdle(prefetchPaste), []);

  /** Text that was typed during the conversion stays, with its caret. */
  function edit(before: TextState, change: (state: TextState) => TextState): TextState {
    const now = field.current();
    const next = change(moveTo(before, now));
    if (now.text === before.text) return next;
    return applyEdit(now, differenceOf(now.text, next.text));
  }

  async function convert(data: PastedData, before: TextState): Promise<void> {
    const converted = await convertPaste(data, {
      site: window.location.origin,
      firstFootnote: () => nextNumber(field.current().text),
    });
    if (converted.kind === 'text') {
      field.edit(edit(before, (state) => insertText(state, converted.text)));
      return;
    }
    const asPasted =
      converted.kind === 'markdown' && edit(before, (state) => insertText(state, converted.text));
    insertPasted(converted, pictures, (html) =>
      field.edit(edit(before, (state) => insertCleaned(state, { ...converted, html }))),
    );
    if (asPasted) setNotice({ text: field.current().text, asPasted });
  }

  function onPaste(event: ClipboardEvent): void {
    const data = readClipboard(event.clipboardData);
    const before = field.current();
    const selection = before.text.slice(before.from, before.to);
    const place = { selection, isOwnLine: isOwnLine(before) };
    const isPlain = plainKeys.havePasted(event);
    const decision = decidePaste(data, place, isPlain);
    if (decision.kind === 'code') return;
    if (decision.kind !== 'files' && isInTag(before)) return;
    if (decision.kind === 'plain') {
      const lines = isPlain ? null : linesToPaste(data.text, before);
      if (lines === null) return;
      event.preventDefault();
      field.edit(insertText(before, lines));
      return;
    }
    if (decision.kind === 'table' && isInPre(before)) return;
    if (decision.kind === 'link' && !canBeLink(selection)) return;
    event.preventDefault();
    switch (decision.kind) {
      case 'files':
        pictures.insert(decision.files);
        break;
      case 'link':
        field.edit(linkSelection(before, decision.href));
        break;
      case 'embed':
        field.edit(insertBlocks(before, decision.html));
        break;
      case 'table': {
        const plain = insertText(before, linesToPaste(data.text, before) ?? data.text);
        field.edit(plain);
        field.edit(insertBlocks({ ...plain, from: before.from }, decision.html));
        break;
      }
      case 'convert':
        void convert(data, before);
    }
  }

  return {
    onPaste,
    onKeyDown: (event: KeyboardEvent) => plainKeys.onKeyDown(event),
    convertedText: notice?.text ?? null,
    keepMarkdown(): void {
      if (notice) field.edit(notice.asPasted);
      setNotice(null);
    },
  };
}
