import { type ClipboardEvent, type KeyboardEvent, useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { nextNumber } from '../html/footnote-markup.ts';
import { findTags, isInline } from '../html/html-tags.ts';
import { applyEdit, differenceOf, type TextState } from '../html/text-edits.ts';
import type { TextField } from '../html/text-field.ts';
import { setLink } from '../html/text-links.ts';
import type { Pictures } from '../pictures/use-pictures.ts';
import {
  insertBlocks,
  insertCleaned,
  insertText,
  isInPre,
  isInTag,
  isOwnLine,
} from './insert-html.ts';
import { insertPasted } from './insert-pasted.ts';
import { isCode } from './is-markdown.ts';
import {
  convertPaste,
  decidePaste,
  type PastedData,
  prefetchPaste,
  readClipboard,
} from './paste.ts';
import { plainHtml } from './plain-lines.ts';
import { PlainPasteKeys } from './plain-paste-keys.ts';

function canBeLink(selected: string): boolean {
  return !selected.includes('\n') && findTags(selected).every(isInline);
}

/** With the caret behind the link, so that typing continues the text. */
function linkSelection(state: TextState, href: string): TextState {
  const linked = setLink(state, href);
  const closing = linked.text.startsWith('</a>', linked.to) ? '</a>'.length : 0;
  const caret = linked.to + closing;
  return { ...linked, from: caret, to: caret };
}

/** The selection from before the conversion, in the text of now. */
function moveTo(before: TextState, now: TextState): TextState {
  return applyEdit(before, differenceOf(before.text, now.text));
}

/** Plain text with its line breaks as HTML; null if it is pasted as it is. */
function linesToPaste(text: string, state: TextState): string | null {
  const isProse = !/[<>]/.test(text) && !isCode(text.split('\n'));
  if (!isProse || !text.trim().includes('\n') || isInPre(state)) return null;
  return plainHtml(text);
}

type MarkdownNotice = {
  /** The text with the converted Markdown. The notice goes when it changes. */
  readonly text: string;
  readonly asPasted: TextState;
};

/** Pastes into the HTML box: links, videos, images, and clean HTML of what programs and pages copy. */
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
      case 'convert':
        void convert(data, before);
    }
  }

  return {
    onPaste,
    onKeyDown: (event: KeyboardEvent) => plainKeys.onKeyDown(event),
    /** The text with the converted Markdown; null if there was none. */
    convertedText: notice?.text ?? null,
    keepMarkdown(): void {
      if (notice) field.edit(notice.asPasted);
      setNotice(null);
    },
  };
}
