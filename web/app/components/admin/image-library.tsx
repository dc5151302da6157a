import { placeholderColourFromName, variantPath, widthsOf } from '@longhand/contract/image-names';
import type { StoredImage } from '@longhand/contract/images';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { imageUses } from '../../lib/admin/image-uses.ts';
import { useImageList } from '../../lib/admin/use-image-list.ts';
import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../../lib/site.ts';
import { Loading } from '../loading.tsx';
import { Picture } from '../picture.tsx';
import { Dialog } from './dialog.tsx';
import fieldStyles from './field.module.css';
import styles from './image-library.module.css';

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
      <ul ref={grid.ref} onKeyDown={grid.onKeyDown} className={styles.grid}>
        {images.map((image, index) => (
          <li key={image.url}>
            <button
              type="button"
              tabIndex={index === grid.current ? 0 : -1}
              onFocus={() => grid.setCurrent(index)}
              onClick={() => onChoose(image)}
            >
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
        <p>There are no images yet. Those that you upload appear here.</p>
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

function buttonsIn(list: HTMLElement | null): HTMLButtonElement[] {
  return [...(list?.querySelectorAll('button') ?? [])];
}

/** One image is in the tab order; the arrow keys lead to the others. */
function useImageGrid(count: number) {
  const ref = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  const shown = useRef(0);

  // The first new image gets the focus: `Show more` may be gone.
  useEffect(() => {
    if (count > shown.current) buttonsIn(ref.current)[shown.current]?.focus();
    shown.current = count;
  }, [count]);

  function onKeyDown(event: KeyboardEvent): void {
    const all = buttonsIn(ref.current);
    const now = all.indexOf(document.activeElement as HTMLButtonElement);
    const columns = all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length;
    const next = new Map([
      ['ArrowRight', now + 1],
      ['ArrowLeft', now - 1],
      ['ArrowDown', now + columns],
      ['ArrowUp', now - columns],
      ['Home', 0],
      ['End', all.length - 1],
    ]).get(event.key);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  }

  return { ref, onKeyDown, current, setCurrent };
}
