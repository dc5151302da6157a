import { POST_FIELDS } from '@longhand/contract/post-fields';
import { type KeyboardEvent, useRef } from 'react';
import type { ContentEditor } from './content-editor.ts';
import { continueList, isPlainEnter } from './list-enter.ts';
import { useTextField } from './text-field.ts';
import { useMirror } from './text-mirror.ts';
import { isPressed, TOOLS, type Tool } from './text-tools.ts';
import { showCaretInField, useCaretInView } from './use-caret-in-view.ts';
import { useDropPosition } from './use-drop-position.ts';
import { useFieldCheck } from './use-field-check.ts';
import { usePaste } from './use-paste.ts';
import { type PictureTarget, usePictures } from './use-pictures.ts';
import { useRovingFocus } from './use-roving-focus.ts';

/** The box with the HTML: its tools, keys, pastes and pictures. */
export function useContentBox(
  { form, change, placeholders }: ContentEditor,
  pictureTarget: () => PictureTarget | null,
) {
  const element = useRef<HTMLTextAreaElement>(null);
  const tools = useRovingFocus();
  const mirror = useMirror(element);
  const showCaret = useCaretInView(element, tools.props.ref, mirror);
  const field = useTextField(element, form.content, {
    onText: (content) => change({ content }),
    review: placeholders.reviewEdit,
    onScriptChange: showCaret,
  });
  const pictures = usePictures(field, placeholders, pictureTarget);
  const paste = usePaste(field, pictures);
  const drop = useDropPosition(element, mirror, pictures.insert);
  useFieldCheck(element, form.content, { required: true, limit: POST_FIELDS.content.limit });

  function applyTool(tool: Tool): void {
    element.current?.focus();
    const next = tool.apply(field.current());
    // A prompt may have taken the focus.
    element.current?.focus();
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
    pictures,
    dropPosition: drop.position,
    caret: () => field.caret(),
    /** Scrolls only the box. */
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
