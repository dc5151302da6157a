import { POST_FIELDS } from '@longhand/contract/post-fields';
import { countWords, readingMinutes } from '@longhand/contract/reading-time';
import {
  lazy,
  type Ref,
  type RefObject,
  Suspense,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { stripTags } from '../../lib/admin/html-tags.ts';
import { lineRange } from '../../lib/admin/line-range.ts';
import { continueList, isPlainEnter } from '../../lib/admin/list-enter.ts';
import { useTextField } from '../../lib/admin/text-field.ts';
import { useMirror } from '../../lib/admin/text-mirror.ts';
import { isPressed, TOOLS, type Tool } from '../../lib/admin/text-tools.ts';
import { showCaretInField, useCaretInView } from '../../lib/admin/use-caret-in-view.ts';
import { useDebouncedValue } from '../../lib/admin/use-debounced-value.ts';
import { useDropPosition } from '../../lib/admin/use-drop-position.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { usePaste } from '../../lib/admin/use-paste.ts';
import { usePictures } from '../../lib/admin/use-pictures.ts';
import { useRendered } from '../../lib/admin/use-rendered.ts';
import { useRovingFocus } from '../../lib/admin/use-roving-focus.ts';
import { useViewMode, VIEW_MODES, type ViewMode } from '../../lib/admin/use-view-mode.ts';
import type { MarkdownConversion } from '../../lib/admin/visual/visual-view.ts';
import { imageUrl, withImageHost } from '../../lib/images.ts';
import { useSite } from '../../lib/site.ts';
import { Loading } from '../loading.tsx';
import prose from '../prose.module.css';
import admin from './admin.module.css';
import { CleaningNotes } from './cleaning-notes.tsx';
import styles from './content-field.module.css';
import fieldStyles from './field.module.css';
import { FieldNotes, useFieldCheck } from './field.tsx';
import { PictureTexts } from './picture-texts.tsx';
import { Preview } from './preview.tsx';
import { Toolbar } from './toolbar.tsx';
import { UploadState } from './upload-state.tsx';
import type { PublicPage, VisualHandle } from './visual-editor.tsx';

export type ContentHandle = {
  /** Shows the text if it is hidden. */
  focus: () => void;
  /** For images that are dropped or pasted elsewhere in the form. */
  insertImages: (files: readonly File[]) => void;
};

const VisualEditor = lazy(() => import('./visual-editor.tsx'));

const MODE_STYLES = {
  visual: styles.visualising,
  write: '',
  both: styles.both,
  preview: styles.previewing,
} as const;

type VisualRef = RefObject<VisualHandle | null>;

function useContentField({ form, change, placeholders }: Editor, visual: VisualRef) {
  const element = useRef<HTMLTextAreaElement>(null);
  const tools = useRovingFocus();
  const mirror = useMirror(element);
  const showCaret = useCaretInView(element, tools.props.ref, mirror);
  const field = useTextField(element, form.content, {
    onText: (content) => change({ content }),
    review: placeholders.reviewEdit,
    onScriptChange: showCaret,
  });
  const pictures = usePictures(field, placeholders, () => visual.current?.pictures ?? null);
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

  function onKeyDown(event: React.KeyboardEvent): void {
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

  function keepMarkdown(): void {
    element.current?.focus({ preventScroll: true });
    paste.keepMarkdown();
  }

  const isConverted = paste.convertedText === form.content;
  const { onPaste } = paste;
  const props = { ref: element, onChange: field.onChange, onKeyDown, onPaste, ...drop.props };
  const caret = () => field.caret();

  function showCaretInBox(): void {
    const copy = mirror();
    if (element.current && copy && caret() !== null) showCaretInField(element.current, copy);
  }

  return {
    ...{ element, props, tools, applyTool, pictures, caret, showCaret, showCaretInBox },
    ...{ isConverted, keepMarkdown },
    dropPosition: drop.position,
  };
}

export function ContentField({ editor, ref }: { editor: Editor; ref: Ref<ContentHandle> }) {
  const { form, errors } = editor;
  const id = useId();
  const { mode, chooseMode, showText } = useViewMode(form.content === '');
  const visual = useRef<VisualHandle>(null);
  const [conversion, setConversion] = useState<MarkdownConversion | null>(null);
  const box = useContentField(editor, visual);
  const { element, props, tools, applyTool, pictures, caret, dropPosition, showCaretInBox } = box;
  // Another view has other lines, or had hidden the text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after every change of the view
  useLayoutEffect(() => {
    if (mode === 'write' || mode === 'both') showCaretInBox();
  }, [mode]);
  useImperativeHandle(ref, () => ({
    focus() {
      flushSync(showText);
      if (visual.current) visual.current.focus();
      else element.current?.focus({ preventScroll: true });
    },
    insertImages: (files) => pictures.insert(files),
  }));
  const page = usePublicPage();
  const isPreviewed = mode === 'both' || mode === 'preview';
  const rendered = useRendered(form.content, isPreviewed);

  function showLine(line: number): void {
    const { from, to } = lineRange(form.content, line);
    flushSync(showText);
    if (visual.current) {
      visual.current.showOffset(from);
      return;
    }
    element.current?.focus({ preventScroll: true });
    element.current?.setSelectionRange(from, to);
    box.showCaret();
  }

  return (
    <div className={`${fieldStyles.field} ${styles.content} ${MODE_STYLES[mode]}`} data-mode={mode}>
      <label htmlFor={id}>Content*</label>
      <div className={styles.panes}>
        <div className={styles.writing}>
          <textarea
            {...props}
            id={id}
            className={`field ${styles.text}`}
            dir="auto"
            rows={12}
            required
            value={form.content}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={`${id}-notes`}
            onInvalid={() => {
              // The browser can only focus a visible field.
              flushSync(showText);
            }}
          />
          {/* After the text in the tab order, but shown above it. */}
          <Toolbar
            onTool={(tool) =>
              mode === 'visual' ? visual.current?.applyTool(tool.name) : applyTool(tool)
            }
            onImages={(files) => pictures.insert(files)}
            roving={tools}
            onLeave={() => (mode === 'visual' ? visual.current : element.current)?.focus()}
          />
          {mode === 'visual' && (
            <Suspense fallback={<Loading text="Loading the visual editor..." />}>
              <VisualEditor
                ref={visual}
                editor={editor}
                pictures={pictures}
                describedBy={`${id}-notes`}
                onMarkdown={setConversion}
                page={page}
              />
            </Suspense>
          )}
          {dropPosition && (
            <span
              aria-hidden="true"
              data-drop-position
              className={styles.drop}
              style={dropPosition}
            />
          )}
        </div>
        {isPreviewed && <Preview editor={editor} rendered={rendered} caret={caret} />}
      </div>
      <ModeToolbar mode={mode} onMode={chooseMode} />
      {box.isConverted && <MarkdownNotice onKeep={box.keepMarkdown} />}
      {conversion?.content === form.content && <MarkdownNotice onKeep={conversion.keep} />}
      {mode === 'visual' ? (
        <UploadState upload={pictures.upload} />
      ) : (
        <PictureTexts
          content={form.content}
          pictures={pictures}
          onDone={() => element.current?.focus()}
        />
      )}
      <WordCount content={form.content} />
      <FieldNotes
        id={id}
        hint="HTML. Drop or paste an image into the text to insert it."
        errors={errors.content}
      />
      <CleaningNotes rendered={rendered.rendered} onShow={showLine} />
    </div>
  );
}

function usePublicPage(): PublicPage {
  const { apiUrl } = useSite();
  return {
    proseClass: prose.prose ?? '',
    imageUrl: (src) => imageUrl(src, apiUrl),
    render: async (html, signal) =>
      withImageHost((await adminApi.preview(html, signal, true)).content, apiUrl),
  };
}

function MarkdownNotice({ onKeep }: { onKeep: () => void }) {
  return (
    <p className={styles.notice}>
      <span role="status">Markdown was converted to HTML.</span>{' '}
      <button type="button" className={admin.plain} onClick={onKeep}>
        Keep the Markdown
      </button>
    </p>
  );
}

type ModeProps = { mode: ViewMode; onMode: (mode: ViewMode) => void };

function ModeToolbar({ mode, onMode }: ModeProps) {
  const roving = useRovingFocus();
  return (
    <div
      role="toolbar"
      {...roving.props}
      aria-label="View of the content"
      className={`${admin.toggles} ${styles.views}`}
    >
      {(Object.keys(VIEW_MODES) as ViewMode[]).map((option, index) => (
        <button
          key={option}
          type="button"
          className={styles[`to-${option}`]}
          tabIndex={roving.tabIndexOf(index)}
          aria-pressed={mode === option}
          onClick={() => onMode(option)}
        >
          {VIEW_MODES[option]}
        </button>
      ))}
    </div>
  );
}

const PAUSE_MS = 400;

/** Counts when typing pauses: a long text takes too long for every key. */
function WordCount({ content }: { content: string }) {
  const debounced = useDebouncedValue(content, PAUSE_MS);
  const [words, minutes] = useMemo(() => {
    const text = stripTags(debounced);
    return [countWords(text), readingMinutes(text)];
  }, [debounced]);
  return (
    <p className={styles.length}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`} · {minutes} min read
    </p>
  );
}
