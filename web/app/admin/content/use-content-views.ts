import type { EditorView } from '@longhand/contract/account';
import { type InvalidEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ContentEditor } from './content-editor.ts';
import { useHtmlEditor } from './use-html-editor.ts';
import { useViewMode, type ViewChoice, type ViewMode } from './use-view-mode.ts';
import type { VisualHandle } from './visual/visual-editor.tsx';

/** The text in its views, of which two can be written in. */
export function useContentViews(editor: ContentEditor, choice: ViewChoice) {
  const { mode, writingMode, chooseMode, showText } = useViewMode(choice);
  const visual = useRef<VisualHandle>(null);
  const isVisual = mode === 'visual';
  // Not of this render: an upload may end in another view.
  const box = useHtmlEditor(editor, () => visual.current?.pictures ?? null);
  const [isReady, setReady] = useState(false);
  /** Whether the visual editor takes the focus when its code has arrived. */
  const focusWhenReady = useRef(false);
  /** The caret of the view that was left. */
  const [caret, setCaret] = useState<number | null>(null);
  const { showCaretInBox } = box;
  // Another view has other lines, or had hidden the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the view
  useLayoutEffect(() => {
    if (mode === 'html' || mode === 'both') showCaretInBox();
  }, [mode]);

  function choose(next: ViewMode): void {
    setCaret(isVisual ? (visual.current?.caret() ?? null) : null);
    focusWhenReady.current = false;
    chooseMode(next);
  }

  function focusView(shown: ViewMode): void {
    focusWhenReady.current = shown === 'visual' && visual.current === null;
    if (shown === 'visual') visual.current?.focus();
    else box.element.current?.focus({ preventScroll: true });
  }

  return {
    mode,
    writingMode,
    isVisual,
    visual,
    /** Whether the visual editor was opened. */
    isReady,
    onReady(): void {
      setReady(true);
      const isFree = document.activeElement === document.body;
      if (focusWhenReady.current && isFree) visual.current?.focus();
      focusWhenReady.current = false;
    },
    box,
    showText,
    choose,
    caret: () => (isVisual ? (visual.current?.caret() ?? null) : (caret ?? box.caret())),
    focus(): void {
      flushSync(showText);
      focusView(writingMode);
    },
    showCaret(): void {
      if (writingMode === 'visual') visual.current?.showCaret();
      else box.showCaret();
    },
    write(view: EditorView): void {
      flushSync(() => choose(view));
      focusView(view);
    },
    findTarget: () => (writingMode === 'visual' ? (visual.current?.find ?? null) : box.findTarget),
    show(from: number, to: number): void {
      flushSync(showText);
      if (writingMode !== 'visual') {
        box.select(from, to);
        return;
      }
      visual.current?.showBlock(from);
    },
  };
}

/** What the browser says of the hidden box, for the view that is shown instead. */
export function useHiddenCheck(content: string, views: ReturnType<typeof useContentViews>) {
  const [refused, setRefused] = useState({ content: '', message: '' });
  function onInvalid(event: InvalidEvent<HTMLTextAreaElement>): void {
    const { currentTarget } = event;
    // The browser can only focus a visible field.
    flushSync(views.showText);
    if (views.writingMode !== 'visual') return;
    event.preventDefault();
    setRefused({ content, message: currentTarget.validationMessage });
    if (currentTarget.form?.querySelector(':invalid') === currentTarget)
      views.visual.current?.focus();
  }
  const isRefused = refused.message !== '' && refused.content === content;
  return { onInvalid, message: isRefused ? refused.message : undefined };
}
