import { PALETTE } from '@longhand/contract/palette';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../../reader/site/site.ts';
import { UploadState } from '../content/pictures/upload-state.tsx';
import { IMAGE_TYPES } from '../content/pictures/use-upload.ts';
import admin from '../ui/admin.module.css';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import styles from './picture-setting.module.css';
import type { Settings } from './use-settings.ts';
import { type PictureName, type SitePicture, useSitePicture } from './use-site-picture.ts';

type Props = { settings: Settings; name: PictureName; label: string; hint: string };

/** Saved as soon as it is chosen. */
export function PictureSetting({ settings, name, label, hint }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picture = useSitePicture(name, settings);
  const current = settings.saved[name];
  useFocusFallback(input, `${current} ${picture.isBusy}`);
  return (
    <div className={`${fieldStyles.field} ${styles.picture}`}>
      <label htmlFor={id}>{label}</label>
      <Samples name={name} current={current} siteName={settings.form.site_name} />
      <div className={styles.choice}>
        <input
          ref={input}
          id={id}
          type="file"
          accept={IMAGE_TYPES}
          aria-describedby={`${id}-notes`}
          disabled={picture.isBusy}
          onChange={({ target }) => {
            // Emptied, so that the same file can be chosen again.
            void picture.choose(target.files?.[0]).then(() => {
              target.value = '';
            });
          }}
        />
        {current !== null && (
          <button
            type="button"
            className={admin.plain}
            aria-disabled={picture.isBusy}
            onClick={() => void picture.remove()}
          >
            Remove<span className="visually-hidden"> the {name}</span>
          </button>
        )}
      </div>
      <PictureState picture={picture} />
      <FieldNotes id={id} hint={hint} />
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

/** On both themes, as large as readers see it. */
function Samples({ name, current, siteName }: SamplesProps) {
  const { apiUrl } = useSite();
  const src = current === null ? null : imageUrl(current, apiUrl);
  return (
    <div className={styles.samples} aria-hidden="true">
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
