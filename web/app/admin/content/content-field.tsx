import type { EditorView } from '@longhand/contract/account';
import type { Preview as RenderedContent } from '@longhand/contract/posts';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useSite } from '../../reader/site/site.ts';
import admin from '../ui/admin.module.css';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { CleaningNotes } from './cleaning-notes.tsx';
import type { ContentEditor } from './content-editor.ts';
import styles from './content-field.module.css';
import { FindBar } from './find/find-bar.tsx';
import { FIND_KEYS, useFind } from './find/use-find.ts';
import { keyNames, shortcut } from './html/key-names.ts';
import { lineRange } from './html/line-range.ts';
import { AddressField } from './links/address-field.tsx';
import { Notice } from './notice.tsx';
import { chooseImages } from './pictures/choose-images.ts';
import { GroupQuestion } from './pictures/group-question.tsx';
import { ImageLibrary } from './pictures/image-library.tsx';
import { PictureTexts } from './pictures/picture-texts.tsx';
import { UploadState } from './pictures/upload-state.tsx';
import { WebPicturesNotice } from './pictures/web-pictures-notice.tsx';
import { useRendered } from './preview/use-rendered.ts';
import { Preview } from './preview.tsx';
import { scrollToLine } from './scroll-to-line.ts';
import { Toolbar } from './toolbar.tsx';
import { useContentViews, useHiddenCheck } from './use-content-views.ts';
import { useFocusMode } from './use-focus-mode.ts';
import type { ViewChoice, ViewMode } from './use-view-mode.ts';
import { ViewButtons } from './view-buttons.tsx';
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

type Props = {
  editor: ContentEditor;
  view: ViewChoice;
  ref: Ref<ContentHandle>;
  /** What the public page shows above the text. */
  previewHead: (rendered: RenderedContent) => ReactNode;
  onRendered?: (rendered: RenderedContent | null) => void;
  /** Whether the text is written in the visual editor, also while a preview hides it. */
  onVisual?: (isVisual: boolean) => void;
};

export function ContentField(props: Props) {
  const { editor, view, ref, previewHead, onRendered, onVisual } = props;
  const { form, errors } = editor;
  const site = useSite();
  const id = useId();
  const views = useContentViews(editor, view);
  const { mode, isVisual, visual, box } = views;
  const { element, tools, pictures } = box;
  const check = useHiddenCheck(form.content, views);
  const root = useRef<HTMLDivElement>(null);
  const find = useFind(root, {
    target: views.findTarget,
    view: `${mode} ${views.isReady}`,
    content: form.content,
    showText: () => flushSync(views.showText),
    scrollTo: (line) => scrollToLine(line, box.covering.current),
  });
  const focusMode = useFocusMode(() => {
    views.focus();
    views.showCaret();
  });
  const [conversion, setConversion] = useState<MarkdownConversion | null>(null);
  const [activeTools, setActiveTools] = useState<readonly string[]>([]);
  const isPreviewed = mode === 'both' || mode === 'preview';
  const rendered = useRendered(form.content, isPreviewed);
  useEffect(() => onRendered?.(rendered.rendered), [onRendered, rendered.rendered]);
  const isWrittenVisually = views.writingMode === 'visual';
  useEffect(() => onVisual?.(isWrittenVisually), [onVisual, isWrittenVisually]);
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
    <div
      ref={root}
      className={`${fieldStyles.field} ${styles.content} ${MODE_STYLES[mode]}`}
      data-mode={mode}
    >
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
            onReady={views.onReady}
            describedBy={`${id}-notes`}
            onPicture={askForImages}
            onMarkdown={setConversion}
            onToolbar={tools.focus}
            onEscape={focusMode.end}
            onActiveTools={setActiveTools}
          />
          {/* After the text in the tab order, but shown above it. */}
          <div ref={box.covering} className={styles.tools}>
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
            {find.isOpen && <FindBar find={find} />}
          </div>
          {!isVisual &&
            box.matchMarks.map((mark) => (
              <span
                key={`${mark.left} ${mark.top}`}
                aria-hidden="true"
                data-match
                className={styles.match}
                style={mark}
              />
            ))}
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
            language={form.language}
            caret={views.caret}
          />
        )}
      </div>
      <ViewButtons mode={mode} onMode={views.choose} />
      <div className={`${admin.toggles} ${styles.extras}`}>
        <button
          type="button"
          title={`Find and replace (${shortcut(FIND_KEYS)})`}
          aria-keyshortcuts={keyNames(FIND_KEYS)}
          onClick={find.open}
        >
          Find
        </button>
        <button
          type="button"
          title="Nothing but title and text (Escape ends it)"
          aria-pressed={focusMode.isOn}
          onClick={focusMode.toggle}
        >
          Focus
        </button>
      </div>
      {box.isMarkdownConverted && (
        <MarkdownNotice onShown={views.showCaret} onKeep={box.keepMarkdown} />
      )}
      {conversion?.content === form.content && (
        <MarkdownNotice onShown={views.showCaret} onKeep={conversion.keep} />
      )}
      <WebPicturesNotice
        pictures={pictures.web}
        content={form.content}
        onShown={views.showCaret}
        onLeave={views.focus}
      />
      {pictures.groupCount !== null && (
        <GroupQuestion
          count={pictures.groupCount}
          onShown={views.showCaret}
          onAnswer={(layout) => {
            void pictures.arrangeGroup(layout);
            views.focus();
          }}
        />
      )}
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
        <WordCount content={form.content} language={form.language || site.language} />
        <LibraryButton
          onImage={(image) => {
            pictures.insertUploaded([image]);
            views.focus();
          }}
        />
      </div>
      <FieldNotes id={id} hint={HINTS[mode]} errors={errors.content} message={check.message} />
      <CleaningNotes
        content={form.content}
        rendered={rendered.rendered}
        isVisual={isWrittenVisually}
        onShow={(line) => {
          const { from, to } = lineRange(form.content, line);
          views.show(from, to);
        }}
      />
    </div>
  );
}

type MarkdownProps = { onShown: () => void; onKeep: () => void };

function MarkdownNotice({ onShown, onKeep }: MarkdownProps) {
  return (
    <Notice onShown={onShown}>
      <p role="status">Markdown was converted to HTML.</p>
      <button type="button" className={admin.plain} onClick={onKeep}>
        Keep the Markdown
      </button>
    </Notice>
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
