import type { EditorView } from '@longhand/contract/account';
import {
  type InvalidEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { isBlank, missing } from '../ui/fields/use-field-check.ts';
import { useRootAttribute } from '../ui/use-root-attribute.ts';
import { measureBar } from '../ui/use-scroll-padding.ts';
import { type ContentEditor, useViewMode, type ViewChoice, type ViewMode } from './editor-view.ts';
import { FOCUS_MODE } from './scroll-to-line.ts';
import {
  alignLine,
  goToPlace,
  readPlace,
  showStart,
  type TextPlace,
  type TextView,
} from './text-place.ts';
import { useHtmlEditor } from './use-html-editor.ts';
import type { VisualHandle } from './visual/visual-editor.tsx';

/** Escape ends the mode. `show` moves the focus into the text and the caret into view. */
export function useFocusMode(show: () => void) {
  const [isOn, setOn] = useState(false);
  useRootAttribute(FOCUS_MODE, isOn);

  function turn(next: boolean): void {
    flushSync(() => setOn(next));
    show();
  }

  function end(): void {
    if (isOn) turn(false);
  }

  const onKey = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented) end();
  });
  useEffect(() => {
    if (!isOn) return;
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [isOn]);

  return { isOn, end, toggle: () => turn(!isOn) };
}

export function useContentViews(editor: ContentEditor, choice: ViewChoice) {
  const { mode, writingMode, chooseMode, showText } = useViewMode(choice);
  const visual = useRef<VisualHandle>(null);
  const isVisual = mode === 'visual';
  useRootAttribute('data-both', mode === 'both');
  // Read when it is needed, because an upload may end in another view.
  const box = useHtmlEditor(editor, () => visual.current?.pictures ?? null);
  const [isReady, setReady] = useState(false);
  const focusWhenReady = useRef(choice.hasFocus ?? false);
  const place = useRef<TextPlace | null>(null);
  const preview = useRef<TextView | null>(null);
  const previewLine = useRef<TextPlace['line']>(null);

  function readText(): TextPlace | null {
    const view = isVisual ? (visual.current?.text ?? null) : box.text();
    return view && readPlace(view, box.covering.current);
  }

  /** Where the text was left, or where the preview has been scrolled to since. */
  function readPreview(): TextPlace | null {
    const line = preview.current && readPlace(preview.current, null).line;
    const from = place.current;
    const shown = previewLine.current;
    if (!line || !from || !shown || line.offset === shown.offset) return from;
    return { ...from, line };
  }

  function showPlaceInPreview(): void {
    const view = preview.current;
    const from = mode === 'both' ? readText() : place.current;
    if (!view || !from) return;
    if (mode === 'preview') goToPlace(view, from, null);
    else if (from.line) alignLine(view, from.line);
    previewLine.current = readPlace(view, null).line;
  }

  function showPlace(): void {
    const view = isVisual ? (visual.current?.text ?? null) : box.text();
    const panes = box.element.current?.closest('[data-text]');
    // The preview may still be loading.
    if (mode === 'preview' && place.current?.isTextInSight === false && panes)
      showStart(panes, null);
    if (mode === 'preview' || !view) return;
    if (place.current) goToPlace(view, place.current, box.covering.current);
    // A window of another size has other lines.
    else if (!isVisual) box.showCaretInBox();
    place.current = null;
    // The pane that was the preview is narrower now.
    if (mode === 'both') showPlaceInPreview();
  }

  const onMode = useEffectEvent(showPlace);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the view
  useLayoutEffect(() => {
    // With two panes Publishing is below them.
    measureBar();
    onMode();
  }, [mode]);

  function choose(next: ViewMode): void {
    const left = mode === 'preview' ? readPreview() : readText();
    // With two panes the page is as short as with the preview.
    place.current = left && next === 'both' ? { ...left, scrollY } : left;
    previewLine.current = null;
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
    isReady,
    onReady(): void {
      setReady(true);
      showPlace();
      const { activeElement } = document;
      const isFree = activeElement === document.body || activeElement?.id === 'content';
      if (focusWhenReady.current && isFree) visual.current?.focus();
      focusWhenReady.current = false;
    },
    box,
    showText,
    choose,
    caret: () => (mode === 'both' ? (box.text()?.caret() ?? null) : (place.current?.caret ?? null)),
    preview,
    onPreview: showPlaceInPreview,
    beside: () => (mode === 'both' ? box.text() : null),
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

/** The browser checks the box, which may be hidden: what is wrong is also said beside it. */
export function useHiddenCheck(content: string, views: ReturnType<typeof useContentViews>) {
  const [refused, setRefused] = useState({ content: '', message: '' });
  function onInvalid(event: InvalidEvent<HTMLTextAreaElement>): void {
    const { currentTarget } = event;
    // The browser can only focus a visible field.
    flushSync(views.showText);
    const message = isBlank(content) ? missing('content') : currentTarget.validationMessage;
    setRefused({ content, message });
    const isFirst = currentTarget.form?.querySelector(':invalid') === currentTarget;
    // The message comes below the label. Centred so that no sticky bar covers it.
    if (isFirst) currentTarget.labels[0]?.scrollIntoView({ block: 'center' });
    if (views.writingMode !== 'visual') return;
    event.preventDefault();
    if (isFirst) views.visual.current?.focus();
  }
  const isRefused = refused.message !== '' && refused.content === content;
  return { onInvalid, message: isRefused ? refused.message : undefined };
}
