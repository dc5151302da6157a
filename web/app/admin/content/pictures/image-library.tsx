import { placeholderColourFromName, variantPath, widthsOf } from '@longhand/contract/image-names';
import type { StoredImage } from '@longhand/contract/images';
import { useEffect, useEffectEvent, useRef } from 'react';
import { imageUrl } from '../../../lib/images.ts';
import { Picture } from '../../../lib/picture.tsx';
import { useSite } from '../../../reader/site/site.ts';
import { Loading } from '../../../reader/ui/loading.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import fieldStyles from '../../ui/field.module.css';
import { useRovingFocus } from '../../ui/use-roving-focus.ts';
import styles from './image-library.module.css';
import { imageUses } from './image-uses.ts';
import { useImageList } from './use-image-list.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  onChoose: (image: StoredImage) => void;
};

/** A dialog with all uploads. Closing it returns the focus to where it was. */
export function ImageLibrary({ open, onClose, onChoose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Choose an image">
      {(close) => (
        <Images
          onChoose={(image) => {
            close();
            onChoose(image);
          }}
        />
      )}
    </Dialog>
  );
}

function Images({ onChoose }: Pick<Props, 'onChoose'>) {
  const { images, next, status, loadMore } = useImageList();
  const grid = useImageGrid(images.length);
  return (
    <>
      <ul {...grid.props} className={styles.grid}>
        {images.map((image, index) => (
          <li key={image.url}>
            <button type="button" tabIndex={grid.tabIndexOf(index)} onClick={() => onChoose(image)}>
              <Thumbnail image={image} />
              <span>{imageUses(image)}</span>
              <small>
                {image.width} × {image.height}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {status === 'ready' && images.length === 0 && (
        <p>No images yet. Images you upload will appear here.</p>
      )}
      {status === 'failed' && (
        <p role="alert" className={fieldStyles.error}>
          The images could not be loaded. Check the connection, then try again.
        </p>
      )}
      {status === 'loading' && <Loading text="Loading images..." />}
      {(status === 'failed' || (status === 'ready' && next !== null)) && (
        <button type="button" className="button" onClick={loadMore}>
          {status === 'failed' ? 'Try again' : 'Show more'}
        </button>
      )}
    </>
  );
}

function Thumbnail({ image }: { image: StoredImage }) {
  const { apiUrl } = useSite();
  const src = imageUrl(image.url, apiUrl);
  const [narrowest] = widthsOf(src, 'webp');
  const colour = placeholderColourFromName(src);
  return (
    <Picture
      src={narrowest ? variantPath(src, narrowest, 'webp') : src}
      alt=""
      width={image.width}
      height={image.height}
      loading="lazy"
      placeholderClass={colour && `tint-${colour}`}
      fallback={<span className={styles.broken}>This image could not be loaded.</span>}
    />
  );
}

/** The first new image gets the focus: `Show more` may be gone. */
function useImageGrid(count: number) {
  const grid = useRovingFocus<HTMLUListElement>(true);
  const shown = useRef(0);
  const focus = useEffectEvent(grid.focus);
  useEffect(() => {
    if (count > shown.current) focus(shown.current);
    shown.current = count;
  }, [count]);
  return grid;
}
