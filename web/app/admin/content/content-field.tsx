import type { EditorView } from '@longhand/contract/account';
import type { Preview as RenderedContent } from '@longhand/contract/posts';
import {
  type InvalidEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import admin from '../ui/admin.module.css';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { CleaningNotes } from './cleaning-notes.tsx';
import type { ContentEditor } from './content-editor.ts';
import styles from './content-field.module.css';
import { lineRange } from './html/line-range.ts';
import { AddressField } from './links/address-field.tsx';
import { chooseImages } from './pictures/choose-images.ts';
import { ImageLibrary } from './pictures/image-library.tsx';
import { PictureTexts } from './pictures/picture-texts.tsx';
import { UploadState } from './pictures/upload-state.tsx';
import { useRendered } from './preview/use-rendered.ts';
import { Preview } from './preview.tsx';
import { Toolbar } from './toolbar.tsx';
import { useHtmlEditor } from './use-html-editor.ts';
import { useViewMode, type ViewChoice, type ViewMode } from './use-view-mode.ts';
import { ViewButtons } from './view-buttons.tsx';
import type { VisualHandle } from './visual/visual-editor.tsx';
import type { MarkdownConversion } from './visual/visual-view.ts';
import { VisualPane } from './visual-pane.tsx';
import { WordCount } from './word-count.tsx';

export type ContentHandle = {
  /** Shows the text if it is hidden. */
  focus: () => void;
  /** Selects a range of the text, in the view that is shown. */
  show: (from: number, to: number) => void;
  /** Shows this view, with the focus in the text. */
  write: (view: EditorView) => void;
  /** For images that are dropped or pasted elsewhere in the form. */
  insertImages: (files: readonly File[]) => void;
};

const MODE_STYLES = {
  visual: styles.visualising,
  html: '',
  both: styles.both,
  preview: styles.previewing,
} as const;

const HINTS: Readonly<Record<ViewMode, string>> = {
  visual: 'Press / for blocks. Drop or paste an image into the text to insert it.',
  html: 'HTML. Drop or paste an image into the text to insert it.',
  both: 'HTML. Drop or paste an image into the text to insert it.',
  preview: '',
};

/** The text in its views, of which two can be written in. */
function useContentViews(editor: ContentEditor, choice: ViewChoice) {
  const { mode, writingMode, chooseMode, showText } = useViewMode(choice);
  const visual = useRef<VisualHandle>(null);
  const isVisual = mode === 'visual';
  const box = useHtmlEditor(editor, () => (isVisual ? (visual.current?.pictures ?? null) : null));
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
    chooseMode(next);
  }

  function focusView(shown: ViewMode): void {
    if (shown === 'visual') visual.current?.focus();
    else box.element.current?.focus({ preventScroll: true });
  }

  return {
    mode,
    writingMode,
    isVisual,
    visual,
    box,
    showText,
    choose,
    caret: () => (isVisual ? (visual.current?.caret() ?? null) : (caret ?? box.caret())),
    focus(): void {
      flushSync(showText);
      focusView(writingMode);
    },
    write(view: EditorView): void {
      flushSync(() => choose(view));
      focusView(view);
    },
    show(from: number, to: number): void {
      flushSync(showText);
      if (writingMode !== 'visual') {
        box.select(from, to);
        return;
      }
      visual.current?.setCaret(from);
      visual.current?.focus();
    },
  };
}

/** What the browser says of the hidden box, for the view that is shown instead. */
function useHiddenCheck(content: string, views: ReturnType<typeof useContentViews>) {
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

type Props = {
  editor: ContentEditor;
  view: ViewChoice;
  ref: Ref<ContentHandle>;
  /** What the public page shows above the text. */
  previewHead: (rendered: RenderedContent) => ReactNode;
  onRendered?: (rendered: RenderedContent | null) => void;
};

export function ContentField({ editor, view, ref, previewHead, onRendered }: Props) {
  const { form, errors } = editor;
  const id = useId();
  const views = useContentViews(editor, view);
  const { mode, isVisual, visual, box } = views;
  const { element, tools, pictures } = box;
  const check = useHiddenCheck(form.content, views);
  const [conversion, setConversion] = useState<MarkdownConversion | null>(null);
  const [activeTools, setActiveTools] = useState<readonly string[]>([]);
  const isPreviewed = mode === 'both' || mode === 'preview';
  const rendered = useRendered(form.content, isPreviewed);
  useEffect(() => onRendered?.(rendered.rendered), [onRendered, rendered.rendered]);
  const askForImages = () =>
    chooseImages((files) => {
      pictures.insert(files);
      views.focus();
    });
  useImperativeHandle(ref, () => ({
    focus: views.focus,
    show: views.show,
    write: views.write,
    insertImages: (files) => pictures.insert(files),
  }));
  return (
    <div className={`${fieldStyles.field} ${styles.content} ${MODE_STYLES[mode]}`} data-mode={mode}>
      <label htmlFor={id}>Content*</label>
      <div className={styles.panes}>
        <div className={styles.writing}>
          <textarea
            {...box.props}
            id={id}
            className={`field ${styles.text}`}
            dir="auto"
            rows={12}
            required
            value={form.content}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={`${id}-notes`}
            onInvalid={check.onInvalid}
          />
          <VisualPane
            ref={visual}
            hidden={!isVisual}
            editor={editor}
            pictures={pictures}
            describedBy={`${id}-notes`}
            onPicture={askForImages}
            onMarkdown={setConversion}
            onToolbar={tools.focus}
            onActiveTools={setActiveTools}
          />
          {/* After the text in the tab order, but shown above it. */}
          <Toolbar
            active={isVisual ? activeTools : null}
            onTool={(tool) => {
              if (isVisual) visual.current?.applyTool(tool.name);
              else box.applyTool(tool);
            }}
            onImage={askForImages}
            roving={tools}
            onLeave={views.focus}
          />
          {!isVisual && box.linkQuestion && <AddressField kind="link" {...box.linkQuestion} />}
          {box.dropPosition && (
            <span
              aria-hidden="true"
              data-drop-position
              className={styles.drop}
              style={box.dropPosition}
            />
          )}
        </div>
        {isPreviewed && (
          <Preview
            content={form.content}
            head={previewHead}
            rendered={rendered}
            caret={views.caret}
          />
        )}
      </div>
      <ViewButtons mode={mode} onMode={views.choose} />
      {box.isMarkdownConverted && <MarkdownNotice onKeep={box.keepMarkdown} />}
      {conversion?.content === form.content && <MarkdownNotice onKeep={conversion.keep} />}
      {isVisual ? (
        <UploadState upload={pictures.upload} />
      ) : (
        <PictureTexts
          content={form.content}
          pictures={pictures}
          onDone={() => element.current?.focus()}
        />
      )}
      <div className={styles.below}>
        <WordCount content={form.content} />
        <LibraryButton
          onImage={(image) => {
            pictures.insertUploaded([image]);
            views.focus();
          }}
        />
      </div>
      <FieldNotes id={id} hint={HINTS[mode]} errors={errors.content} message={check.message} />
      <CleaningNotes
        rendered={rendered.rendered}
        onShow={(line) => {
          const { from, to } = lineRange(form.content, line);
          views.show(from, to);
        }}
      />
    </div>
  );
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

type LibraryProps = Pick<React.ComponentProps<typeof ImageLibrary>, 'onChoose'>;

function LibraryButton({ onImage }: { onImage: LibraryProps['onChoose'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={admin.plain} onClick={() => setOpen(true)}>
        Insert from library
      </button>
      <ImageLibrary open={isOpen} onClose={() => setOpen(false)} onChoose={onImage} />
    </>
  );
}
