import { useEffect, useId, useRef, useState } from 'react';
import { imageUrl } from '../../../lib/images.ts';
import { Picture } from '../../../lib/picture.tsx';
import { useSite } from '../../../reader/site/site.ts';
import { adminApi } from '../../api/admin-api.ts';
import { ImageLibrary } from '../../content/pictures/image-library.tsx';
import { UploadState } from '../../content/pictures/upload-state.tsx';
import { droppedFiles, pastedImage, useUpload } from '../../content/pictures/use-upload.ts';
import admin from '../../ui/admin.module.css';
import { ALERTS, alertFailure } from '../../ui/alerts.ts';
import { Button, PlainButton } from '../../ui/button.tsx';
import fieldStyles from '../../ui/fields/field.module.css';
import { Field } from '../../ui/fields/field.tsx';
import { FieldNotes } from '../../ui/fields/field-notes.tsx';
import file from '../../ui/lists/csv-exchange.module.css';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import type { Editor } from '../post-kind.ts';
import styles from './featured-image.module.css';

export function FeaturedImage({ editor }: { editor: Editor }) {
  const { form, change, errors } = editor;
  const id = useId();
  const upload = useUpload();
  const element = useRef<HTMLFieldSetElement>(null);
  useFocusFallback(element, form.featured_image);
  const [source, setSource] = useState<ImageSource>('file');
  const [isLibraryOpen, setLibraryOpen] = useState(false);

  async function takeFile(file: File | undefined): Promise<void> {
    if (!file || upload.progress !== null || upload.usable([file]).length === 0) return;
    const url = await editor.waitFor(upload.send(file));
    if (url) change({ featured_image: url, featured_image_alt: '' });
  }

  return (
    <fieldset
      ref={element}
      data-field="featured_image"
      tabIndex={-1}
      aria-describedby={`${id}-image-notes`}
      className={`${fieldStyles.field} ${styles.image}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void takeFile(droppedFiles(event)[0]);
      }}
      onPaste={(event) => {
        const file = pastedImage(event);
        if (!file) return;
        event.preventDefault();
        void takeFile(file);
      }}
    >
      <legend>Featured Image</legend>
      {form.featured_image ? (
        <ChosenImage editor={editor} />
      ) : (
        <ImageChoice
          source={source}
          onSource={setSource}
          busy={upload.progress !== null}
          onFile={takeFile}
          onUrl={(url) => change({ featured_image: url, featured_image_alt: '' })}
          onLibrary={() => setLibraryOpen(true)}
        />
      )}
      <ImageLibrary
        open={isLibraryOpen}
        onClose={() => setLibraryOpen(false)}
        onChoose={({ url }) => change({ featured_image: url, featured_image_alt: '' })}
      />
      <UploadState upload={upload} />
      <FieldNotes id={`${id}-image`} errors={errors.featured_image} />
    </fieldset>
  );
}

type ImageSource = 'file' | 'url';
type ImageChoiceProps = {
  source: ImageSource;
  onSource: (source: ImageSource) => void;
  busy: boolean;
  onFile: (file: File | undefined) => Promise<void>;
  onUrl: (url: string) => void;
  onLibrary: () => void;
};

function ImageChoice({ source, onSource, busy, onFile, onUrl, onLibrary }: ImageChoiceProps) {
  const id = useId();
  return (
    <>
      <div className={admin.toggles}>
        <Button aria-pressed={source === 'file'} onClick={() => onSource('file')}>
          Upload File
        </Button>
        <Button aria-pressed={source === 'url'} onClick={() => onSource('url')}>
          Use URL
        </Button>
        <Button aria-haspopup="dialog" disabled={busy} onClick={onLibrary}>
          Choose from library
        </Button>
      </div>
      {source === 'url' && <AddUrl onUrl={onUrl} />}
      {source === 'file' && (
        <>
          <label className={`${admin.plain} ${file.file}`} aria-disabled={busy}>
            Choose an image file
            <input
              className="visually-hidden"
              type="file"
              accept="image/*"
              aria-describedby={`${id}-notes`}
              disabled={busy}
              onChange={({ target }) => {
                void onFile(target.files?.[0]).then(() => {
                  // Without this, choosing the same file again after a failure would not fire an event.
                  target.value = '';
                });
              }}
            />
          </label>
          <FieldNotes
            id={id}
            hint="Or drop or paste it here. PNG, JPEG, WebP, GIF or AVIF, 15 MB at most."
          />
        </>
      )}
    </>
  );
}

const NOT_ADDED = 'Press Add to use this address, or clear the field.';

function AddUrl({ onUrl }: { onUrl: (url: string) => void }) {
  const [url, setUrl] = useState('');
  const [busy, setBusy] = useState(false);
  const disabled = url.trim() === '' || busy;
  const input = useRef<HTMLInputElement>(null);
  useFocusFallback(input, busy);
  useEffect(() => {
    // Blocks saving while a typed URL has not been added.
    input.current?.setCustomValidity(url.trim() === '' ? '' : NOT_ADDED);
  }, [url]);

  async function add(): Promise<void> {
    if (disabled) return;
    setBusy(true);
    try {
      onUrl(await adminApi.saveImageUrl(url.trim()));
    } catch (error) {
      alertFailure(ALERTS.imageUrl, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className={styles.url}>
      <input
        ref={input}
        className="field"
        type="text"
        inputMode="url"
        aria-label="Image URL"
        placeholder="https://example.com/image.jpg"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter must not submit the form.
          event.preventDefault();
          void add();
        }}
      />
      <Button className="button" disabled={disabled} onClick={add}>
        {busy ? 'Adding...' : 'Add'}
      </Button>
    </div>
  );
}

function ChosenImage({ editor }: { editor: Editor }) {
  const { form, change } = editor;
  const { apiUrl } = useSite();
  return (
    <div className={styles.chosen}>
      <Picture
        key={form.featured_image}
        src={imageUrl(form.featured_image, apiUrl)}
        alt={form.featured_image_alt || 'Preview of the featured image'}
        fallback={
          <p role="alert" className={fieldStyles.error}>
            The image at {form.featured_image} could not be loaded, so readers would not see it.
          </p>
        }
      />
      <PlainButton onClick={() => change({ featured_image: '', featured_image_alt: '' })}>
        Remove Image
      </PlainButton>
      <Field
        editor={editor}
        name="featured_image_alt"
        hint="Describe the picture for people who cannot see it"
      />
    </div>
  );
}
