import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import { type KeyboardEvent, useRef } from 'react';
import { isPlainEnter } from '../ui/fields/plain-enter.ts';
import { useFieldCheck } from '../ui/fields/use-field-check.ts';
import { useRovingFocus } from '../ui/floating/use-roving-focus.ts';
import type { ContentEditor } from './editor-view.ts';
import { useBoxFind } from './find/use-box-find.ts';
import { continueList } from './html/list-enter.ts';
import { type TextField, useTextField } from './html/text-field.ts';
import { useLinkQuestion } from './html/text-links.ts';
import { type Mirror, useMirror } from './html/text-mirror.ts';
import { type AskingTool, isPressed, TOOLS, type Tool } from './html/text-tools.ts';
import { showCaretInField, useCaretInView } from './html/use-caret-in-view.ts';
import { usePaste } from './paste/use-paste.ts';
import { useDropPosition } from './pictures/picture-position.ts';
import { type PictureTarget, usePictures } from './pictures/use-pictures.ts';
import type { TextView } from './text-place.ts';

function fieldText(element: HTMLTextAreaElement, field: TextField, mirror: Mirror): TextView {
  return {
    element,
    caret: () => field.caret(),
    setCaret: (offset) => field.placeCaret(offset),
    lineOf: (offset) => mirror.boxOf(Math.min(offset, element.value.length)),
    offsetBelow: (top) => mirror.offsetAt(element.getBoundingClientRect().left, top + 1),
  };
}

export function useHtmlEditor(
  { form, change, placeholders, waitFor }: ContentEditor,
  pictureTarget: () => PictureTarget | null,
) {
  const element = useRef<HTMLTextAreaElement>(null);
  const tools = useRovingFocus();
  const mirror = useMirror(element);
  const covering = useRef<HTMLDivElement>(null);
  const showCaret = useCaretInView(element, covering, mirror);
  const field = useTextField(element, form.content, {
    onText: (content) => change({ content }),
    review: placeholders.reviewEdit,
    onScriptChange: showCaret,
  });
  const pictures = usePictures(field, { placeholders, waitFor }, pictureTarget);
  const paste = usePaste(field, pictures);
  const drop = useDropPosition(element, mirror, pictures.insert);
  useFieldCheck(element, form.content, { required: true, limit: POST_FIELDS.content.limit });

  const find = useBoxFind({ element, field, mirror, placeholders });
  const link = useLinkQuestion(field, mirror, () => element.current?.focus());

  function applyTool(tool: Tool | AskingTool): void {
    element.current?.focus();
    if ('asks' in tool) {
      link.ask();
      return;
    }
    const next = tool.apply(field.current());
    if (next) field.edit(next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    paste.onKeyDown(event);
    const tool = TOOLS.find(({ keys }) => keys && isPressed(keys, event));
    const toTools = event.key === 'F10' && event.altKey;
    const continued = isPlainEnter(event) ? continueList(field.current()) : null;
    if (tool) applyTool(tool);
    else if (toTools) tools.focus();
    else if (continued) field.edit(continued);
    else if (!field.handleKey(event)) return;
    event.preventDefault();
  }

  const { onChange } = field;
  const { onPaste } = paste;
  return {
    element,
    props: { ref: element, onChange, onKeyDown, onPaste, ...drop.props },
    tools,
    applyTool,
    linkQuestion: link.question,
    pictures,
    covering,
    findTarget: find.target,
    matchMarks: find.marks,
    dropPosition: drop.position,
    text: (): TextView | null => {
      const copy = mirror();
      return element.current && copy && fieldText(element.current, field, copy);
    },
    showCaret,
    showCaretInBox(): void {
      const copy = mirror();
      if (element.current && copy && field.caret() !== null)
        showCaretInField(element.current, copy);
    },
    select(from: number, to: number): void {
      element.current?.focus({ preventScroll: true });
      element.current?.setSelectionRange(from, to);
      showCaret();
    },
    isMarkdownConverted: paste.convertedText === form.content,
    keepMarkdown(): void {
      element.current?.focus({ preventScroll: true });
      paste.keepMarkdown();
    },
  };
}
