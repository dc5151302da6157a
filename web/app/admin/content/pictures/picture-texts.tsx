import { useId, useMemo, useState } from 'react';
import { imageAttributes } from '../../../lib/images.ts';
import { Picture } from '../../../lib/picture.tsx';
import { useSite } from '../../../reader/site/site.ts';
import type { Punctuation } from '../../punctuation/smart-punctuation.ts';
import { correctAfterTyping } from '../../punctuation/use-punctuation.ts';
import { PlainButton } from '../../ui/button.tsx';
import { type FigurePart, type FigureTexts, figureTexts } from './figure-html.ts';
import styles from './picture-texts.module.css';
import { UploadState } from './upload-state.tsx';
import type { Pictures } from './use-pictures.ts';
import type { Upload, UploadProgress } from './use-upload.ts';

type Props = {
  content: string;
  punctuation: Punctuation | null;
  pictures: Pictures;
  onDone: () => void;
};

/** Shows the progress of uploads; afterwards, the alt texts and captions of the new pictures. */
export function PictureTexts({ content, punctuation, pictures, onDone }: Props) {
  const { upload, sources } = pictures;
  const figures = useMemo(
    () => (sources.size === 0 ? [] : figureTexts(content, sources)),
    [content, sources],
  );
  const [isOpen, setOpen] = useState(false);
  // The line takes the place of the progress, so that nothing below moves.
  if (figures.length === 0 || (upload.progress && !isOpen)) return <UploadState upload={upload} />;
  return (
    <>
      {!upload.progress && <UploadState upload={upload} />}
      <details
        className={styles.texts}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          {figures.length === 1 ? 'Describe the picture' : `Describe ${figures.length} pictures`}
        </summary>
        <ul>
          {figures.map((figure, index) => (
            <PictureRow
              // biome-ignore lint/suspicious/noArrayIndexKey: one picture can be in the text twice
              key={index}
              figure={figure}
              punctuation={punctuation}
              onText={(part, words) => pictures.describe(index, part, words)}
            />
          ))}
          {upload.progress && <ReservedRows upload={upload} progress={upload.progress} />}
        </ul>
        <PlainButton
          onClick={() => {
            setOpen(false);
            pictures.endDescribing();
            onDone();
          }}
        >
          Done
        </PlainButton>
      </details>
    </>
  );
}

/** As high as the rows of pictures being uploaded, so that nothing below moves. */
function ReservedRows({ upload, progress }: { upload: Upload; progress: UploadProgress }) {
  const { current, total } = progress;
  return (
    <>
      <li>
        <div>
          <UploadState upload={upload} />
        </div>
      </li>
      {Array.from({ length: total - current }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <li key={index} />
      ))}
    </>
  );
}

type RowProps = {
  figure: FigureTexts;
  punctuation: Punctuation | null;
  onText: (part: FigurePart, words: string) => void;
};

function PictureRow({ figure, punctuation, onText }: RowProps) {
  const { apiUrl } = useSite();
  return (
    <li>
      <span>
        <Picture
          key={figure.src}
          {...imageAttributes(figure.src, 'card', apiUrl)}
          alt=""
          sizes="4rem"
          width={64}
          height={64}
          loading="lazy"
          fallback={null}
        />
      </span>
      <TextInput label="Alt text" value={figure.alt} onText={(words) => onText('alt', words)} />
      <TextInput
        label="Caption"
        value={figure.caption}
        punctuation={punctuation}
        onText={(words) => onText('caption', words)}
      />
    </li>
  );
}

type InputProps = {
  label: string;
  value: string | null;
  punctuation?: Punctuation | null;
  onText: (words: string) => void;
};

function TextInput({ label, value, punctuation, onText }: InputProps) {
  const id = useId();
  if (value === null) return null;
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        className="field"
        dir="auto"
        value={value}
        onChange={(event) => {
          onText(event.target.value);
          correctAfterTyping(event, punctuation);
        }}
      />
    </p>
  );
}
