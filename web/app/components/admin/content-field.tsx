import { sizeFromName } from '@longhand/contract/image-names';
import { POST_LIMITS } from '@longhand/contract/limits';
import { countWords, readingMinutes } from '@longhand/contract/reading-time';
import { type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { insertTextIntoField } from 'text-field-edit';
import {
  image,
  isPressed,
  TOOLS,
  type Tool,
  uploadPlaceholder,
} from '../../lib/admin/text-tools.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import { useQuiet } from '../../lib/admin/use-quiet.ts';
import { useUpload } from '../../lib/admin/use-upload.ts';
import { writtenText } from '../../lib/admin/written-text.ts';
import admin from './admin.module.css';
import styles from './content-field.module.css';
import fieldStyles from './field.module.css';
import { FieldNotes, useFieldCheck } from './field.tsx';
import { Preview } from './preview.tsx';
import { Toolbar } from './toolbar.tsx';
import { UploadState } from './upload-state.tsx';

/** For pictures that are dropped or pasted anywhere in the form, on the text too. */
export type ContentHandle = { insertImages: (files: readonly File[]) => void };

const MODES = { write: 'Write', both: 'Side by side', preview: 'Preview' } as const;
type Mode = keyof typeof MODES;
const MODE_STYLES = { write: '', both: styles.both, preview: styles.previewing } as const;

/** The text of the post: written as HTML, seen as its readers will see it. */
export function ContentField({ editor, ref }: { editor: Editor; ref: Ref<ContentHandle> }) {
  const { form, change, errors } = editor;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<Mode>('write');
  const upload = useUpload();
  const uploads = useRef(0);
  useFieldCheck(field, form.content, { required: true, limit: POST_LIMITS.content });

  function applyTool(tool: Tool): void {
    const element = field.current;
    if (!element) return;
    element.focus();
    const { selectionStart: start, selectionEnd: end, value } = element;
    const edit = tool.apply(value.slice(start, end));
    // A question may have taken the focus away.
    element.focus();
    if (!edit) return;
    insertTextIntoField(element, edit.text);
    element.setSelectionRange(start + edit.from, start + edit.to);
  }

  /** With undo where one is writing, behind the scenes where one is elsewhere by now. */
  function replaceText(text: string, replacement: string): void {
    const element = field.current;
    if (!element || document.activeElement !== element) {
      editor.replaceInContent(text, replacement);
      return;
    }
    const { selectionStart, selectionEnd } = element;
    const place = element.value.indexOf(text);
    if (place === -1) return;
    const shifted = (position: number) =>
      position <= place ? position : Math.max(place, position + replacement.length - text.length);
    element.setSelectionRange(place, place + text.length);
    insertTextIntoField(element, replacement);
    element.setSelectionRange(shifted(selectionStart), shifted(selectionEnd));
  }

  async function insertImage(file: File): Promise<void> {
    if (!upload.accepts(file)) return;
    uploads.current += 1;
    const place = uploadPlaceholder(uploads.current, file.name);
    const element = field.current;
    element?.focus();
    if (element && document.activeElement === element) {
      // Behind what is selected: a picture takes nobody's place.
      element.setSelectionRange(element.selectionEnd, element.selectionEnd);
      insertTextIntoField(element, place);
    } else {
      editor.appendToContent(place);
    }
    const url = await editor.waitFor(upload.send(file));
    replaceText(place, url ? image(url, sizeFromName(url)) : '');
  }

  async function insertImages(files: readonly File[]): Promise<void> {
    for (const file of files) await insertImage(file);
  }
  useImperativeHandle(ref, () => ({ insertImages: (files) => void insertImages(files) }));

  return (
    <div className={`${fieldStyles.field} ${MODE_STYLES[mode]}`} data-mode={mode}>
      <div className={styles.head}>
        <label htmlFor={id}>Content*</label>
        <fieldset className={admin.toggles}>
          <legend className="visually-hidden">View of the content</legend>
          {(Object.keys(MODES) as Mode[]).map((each) => (
            <button
              key={each}
              type="button"
              className={styles[`to-${each}`]}
              aria-pressed={mode === each}
              onClick={() => setMode(each)}
            >
              {MODES[each]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={styles.panes}>
        <div className={styles.writing}>
          <Toolbar tools={TOOLS} onTool={applyTool} />
          <textarea
            ref={field}
            id={id}
            className={`field ${styles.text}`}
            dir="auto"
            rows={12}
            required
            value={form.content}
            aria-invalid={errors.content ? true : undefined}
            aria-describedby={`${id}-notes`}
            onChange={(event) => change({ content: event.target.value })}
            onInvalid={() => {
              // The browser is about to show the field, which must be there then.
              if (mode === 'preview') flushSync(() => setMode('write'));
            }}
            onKeyDown={(event) => {
              const tool = TOOLS.find(({ keys }) => isPressed(keys, event));
              if (!tool) return;
              event.preventDefault();
              applyTool(tool);
            }}
          />
        </div>
        {mode !== 'write' && <Preview editor={editor} />}
      </div>
      <UploadState upload={upload} />
      <Length content={form.content} />
      <FieldNotes
        id={id}
        hint="HTML. Drop or paste an image into the text to insert it."
        errors={errors.content}
      />
    </div>
  );
}

const QUIET_MS = 400;

/** Counted when the typing pauses: in a long text that takes longer than a key. */
function Length({ content }: { content: string }) {
  const written = useQuiet(content, QUIET_MS);
  const [words, minutes] = useMemo(() => {
    const text = writtenText(written);
    return [countWords(text), readingMinutes(text)];
  }, [written]);
  return (
    <p className={styles.length}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`} · {minutes} min read
    </p>
  );
}
