import { PALETTE } from '@longhand/contract/colours/palette';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { AdminApiError, SessionOverError } from '../api/request.ts';
import { UploadState } from '../content/pictures/upload-state.tsx';
import { checkFile, IMAGE_TYPES, type UploadProgress } from '../content/pictures/use-upload.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import { PlainButton } from '../ui/button.tsx';
import fieldStyles from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import file from '../ui/lists/csv-exchange.module.css';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { HINTS, PICTURE_FAILED, PICTURE_SESSION_OVER } from '../words/settings.ts';
import styles from './setting-fields.module.css';
import type { Settings } from './use-settings.ts';

type PictureName = 'icon' | 'logo';

type State = {
  readonly isBusy: boolean;
  readonly progress: UploadProgress | null;
  readonly done: string | null;
  readonly error: string | null;
  readonly isSessionOver: boolean;
};

const IDLE: State = {
  isBusy: false,
  progress: null,
  done: null,
  error: null,
  isSessionOver: false,
};

function explain(error: unknown): string {
  if (error instanceof SessionOverError) return PICTURE_SESSION_OVER;
  if (!(error instanceof AdminApiError)) return PICTURE_FAILED;
  return error.problem.detail ?? PICTURE_FAILED;
}

/** A picture becomes the site's as soon as it is uploaded. */
function useSitePicture(name: PictureName, settings: Settings) {
  const [state, setState] = useState(IDLE);
  const { isBusy } = state;

  async function run(done: string, action: () => Promise<string | null>): Promise<void> {
    try {
      settings.takePictures(await adminApi.saveSettings({ [name]: await action() }));
      setState({ ...IDLE, done });
    } catch (error) {
      logFailure(error);
      const isSessionOver = error instanceof SessionOverError;
      setState({ ...IDLE, error: explain(error), isSessionOver });
    }
  }

  const show = (fraction: number) =>
    setState({ ...IDLE, isBusy: true, progress: { current: 1, total: 1, fraction } });

  async function choose(file: File | undefined): Promise<void> {
    if (!file || isBusy) return;
    const problem = checkFile(file);
    if (problem) return setState({ ...IDLE, error: problem });
    show(0);
    await run(`The ${name} was saved and is live.`, () => adminApi.uploadImage(file, show, true));
  }

  async function remove(): Promise<void> {
    if (isBusy) return;
    setState({ ...IDLE, isBusy: true });
    await run(`The ${name} was removed.`, async () => null);
  }

  return { ...state, choose, remove };
}

type SitePicture = ReturnType<typeof useSitePicture>;

type Props = { settings: Settings; name: PictureName; label: string };

/** A picture is saved as soon as it is chosen. */
export function PictureSetting({ settings, name, label }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picture = useSitePicture(name, settings);
  const current = settings.saved[name];
  useFocusFallback(input, `${current} ${picture.isBusy}`);
  return (
    <div className={`${fieldStyles.field} ${styles.picture}`}>
      <span id={`${id}-label`}>{label}</span>
      <Samples name={name} current={current} siteName={settings.form.site_name} />
      <div className={styles.choice}>
        <label className={`${admin.plain} ${file.file}`} aria-disabled={picture.isBusy}>
          <span id={`${id}-choose`}>Choose a picture</span>
          <input
            ref={input}
            className="visually-hidden"
            type="file"
            accept={IMAGE_TYPES}
            aria-labelledby={`${id}-label ${id}-choose`}
            aria-describedby={`${id}-notes`}
            disabled={picture.isBusy}
            onChange={({ target }) => {
              // Emptied, so that choosing the same file again fires an event.
              void picture.choose(target.files?.[0]).then(() => {
                target.value = '';
              });
            }}
          />
        </label>
        {current !== null && (
          <PlainButton aria-disabled={picture.isBusy} onClick={() => void picture.remove()}>
            Remove<span className="visually-hidden"> the {name}</span>
          </PlainButton>
        )}
      </div>
      <PictureState picture={picture} />
      <FieldNotes id={id} hint={HINTS[name]} />
    </div>
  );
}

function PictureState({ picture }: { picture: SitePicture }) {
  return (
    <>
      <UploadState upload={picture} />
      <p role="status" className={styles.done}>
        {picture.done}
      </p>
      {picture.isSessionOver && (
        <Link to="/login?again" target="_blank">
          Log in in another tab
        </Link>
      )}
    </>
  );
}

/** In pixels: in a tab, in a bookmark, on a phone. */
const ICON_SIZES = [16, 32, 64];

type SamplesProps = { name: PictureName; current: string | null; siteName: string };

/** Shown on both themes, in the size that readers see. */
function Samples({ name, current, siteName }: SamplesProps) {
  const { apiUrl } = useSite();
  const src = current === null ? null : imageUrl(current, apiUrl);
  return (
    <div className={styles.pictures} aria-hidden="true">
      {(['light', 'dark'] as const).map((theme) => {
        const { paper, ink, rule } = PALETTE[theme];
        return (
          <div key={theme} style={{ background: paper, borderColor: rule, color: ink }}>
            {name === 'icon' &&
              ICON_SIZES.map((size) => (
                <img key={size} src={src ?? '/icon.svg'} alt="" width={size} height={size} />
              ))}
            {name === 'logo' && (src ? <img src={src} alt="" className={styles.logo} /> : siteName)}
          </div>
        );
      })}
    </div>
  );
}
