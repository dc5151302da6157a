import type { EditorView } from '@longhand/contract/account';
import type { Preview as RenderedContent } from '@longhand/contract/posts/posts';
import { countWords, readingMinutes } from '@longhand/contract/posts/reading-time';
import {
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useSite } from '../../reader/site/site.ts';
import type { Punctuation } from '../punctuation/smart-punctuation.ts';
import { PlainButton } from '../ui/button.tsx';
import fieldStyles from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { useDebouncedValue } from '../ui/use-debounced-value.ts';
import { CleaningNotes } from './cleaning-notes.tsx';
import styles from './content-field.module.css';
import type { ContentEditor, ViewChoice, ViewMode } from './editor-view.ts';
import { FindBar } from './find/find-bar.tsx';
import { useFind } from './find/use-find.ts';
import { stripTags } from './html/html-tags.ts';
import { lineRange } from './html/text-blocks.ts';
import { AddressField } from './links/address-field.tsx';
import { GroupQuestion, Notice, WebPicturesNotice } from './notice.tsx';
import { ImageLibrary } from './pictures/image-library.tsx';
import { PictureTexts } from './pictures/picture-texts.tsx';
import { UploadState } from './pictures/upload-state.tsx';
import { chooseImages } from './pictures/use-upload.ts';
import { useRendered } from './preview/use-rendered.ts';
import { Preview } from './preview.tsx';
import { scrollToLine } from './scroll-to-line.ts';
import toolStyles from './toolbar.module.css';
import { Toolbar } from './toolbar.tsx';
import { useContentViews, useFocusMode, useHiddenCheck } from './use-content-views.ts';
import { useWriting } from './use-writing.ts';
import { ViewButtons } from './view-buttons.tsx';
import type { MarkdownConversion } from './visual/visual-view.ts';
import { VisualPane } from './visual-pane.tsx';

const PAUSE_MS = 400;

/** Counts when typing pauses, because a long text takes too long for every key. */
function WordCount({ content, language }: { content: string; language: string }) {
  const debounced = useDebouncedValue(content, PAUSE_MS);
  const [words, minutes] = useMemo(() => {
    const text = stripTags(debounced);
    return [countWords(text), readingMinutes(text, language)];
  }, [debounced, language]);
  return (
    <p className={styles.length}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`} · {minutes} min read
    </p>
  );
}

export type ContentHandle = {
  focus: () => void;
  show: (from: number, to: number) => void;
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
  punctuation: Punctuation | null;
  ref: Ref<ContentHandle>;
  previewHead: (rendered: RenderedContent) => ReactNode;
  onRendered?: (rendered: RenderedContent | null) => void;
  /** True also while a preview hides the visual editor. */
  onVisual?: (isVisual: boolean) => void;
};

export function ContentField(props: Props) {
  const { editor, view, punctuation, ref, previewHead, onRendered, onVisual } = props;
  const { form, errors } = editor;
  const site = useSite();
  const id = useId();
  const views = useContentViews(editor, view);
  const { mode, isVisual, visual, box } = views;
  const { element, tools, pictures } = box;
  const check = useHiddenCheck(form.content, views);
  const isInvalid = Boolean(errors.content || check.message);
  // In sight however high the text is.
  const problem = `${id}-problem`;
  const describedBy = `${problem}-notes ${id}-notes`;
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
  const [toggles, setToggles] = useState<Readonly<Record<string, boolean>>>({});
  const isPreviewed = mode === 'both' || mode === 'preview';
  const rendered = useRendered(form.content, isPreviewed, form.language);
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
      {...useWriting()}
      className={`${fieldStyles.field} ${styles.content} ${MODE_STYLES[mode]}`}
      data-mode={mode}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a label takes no keys */}
      <label htmlFor={id} onClick={() => isVisual && views.focus()}>
        Content*
      </label>
      <FieldNotes id={problem} errors={errors.content} message={check.message} />
      <div className={styles.panes} data-text>
        <div className={styles.writing}>
          <textarea
            {...box.props}
            id={id}
            className={`field ${styles.text}`}
            dir="auto"
            rows={12}
            required
            value={form.content}
            aria-invalid={isInvalid || undefined}
            aria-describedby={describedBy}
            onInvalid={check.onInvalid}
          />
          <VisualPane
            ref={visual}
            hidden={!isVisual}
            editor={editor}
            punctuation={punctuation}
            pictures={pictures}
            onReady={views.onReady}
            isInvalid={isInvalid}
            describedBy={describedBy}
            onPicture={askForImages}
            onMarkdown={setConversion}
            onToolbar={tools.focus}
            onEscape={focusMode.end}
            onToggles={setToggles}
          />
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
            views={views}
          />
        )}
      </div>
      {/* Above the text, but after it in the tab order. */}
      <div ref={box.covering} className={toolStyles.tools} data-tools>
        <div className={toolStyles.line}>
          <Toolbar
            toggles={isVisual ? toggles : {}}
            onTool={(tool) => {
              if (isVisual) visual.current?.applyTool(tool.name);
              else box.applyTool(tool);
            }}
            onImage={askForImages}
            roving={tools}
            onLeave={views.focus}
          />
          <ViewButtons
            mode={mode}
            onMode={views.choose}
            onFind={find.open}
            isFocusMode={focusMode.isOn}
            onFocusMode={focusMode.toggle}
          />
        </div>
        {find.isOpen && <FindBar find={find} />}
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
          punctuation={punctuation}
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
      <FieldNotes id={id} hint={HINTS[mode]} />
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
      <PlainButton onClick={onKeep}>Keep the Markdown</PlainButton>
    </Notice>
  );
}

type LibraryProps = Pick<React.ComponentProps<typeof ImageLibrary>, 'onChoose'>;

function LibraryButton({ onImage }: { onImage: LibraryProps['onChoose'] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton onClick={() => setOpen(true)}>Insert from library</PlainButton>
      <ImageLibrary open={isOpen} onClose={() => setOpen(false)} onChoose={onImage} />
    </>
  );
}
