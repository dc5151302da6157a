import {
  MAX_IMAGE_USES,
  placeholderColourFromName,
  variantPath,
  widthsOf,
} from '@longhand/contract/media/image-names';
import type { StoredImage } from '@longhand/contract/media/images';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { imageUrl } from '../../../lib/images.ts';
import { Picture } from '../../../lib/picture.tsx';
import { useSite } from '../../../reader/site/site.ts';
import { Loading } from '../../../reader/ui/loading.tsx';
import { adminApi } from '../../api/admin-api.ts';
import { logFailure } from '../../ui/alerts.ts';
import { Button } from '../../ui/button.tsx';
import fieldStyles from '../../ui/fields/field.module.css';
import { Dialog } from '../../ui/floating/dialog.tsx';
import { useRovingFocus } from '../../ui/floating/use-roving-focus.ts';
import styles from './image-library.module.css';

type State = {
  readonly images: readonly StoredImage[];
  readonly next: string | null;
  readonly status: 'loading' | 'ready' | 'failed';
};

function useImageList() {
  const [state, setState] = useState<State>({ images: [], next: null, status: 'loading' });
  const request = useRef(new AbortController());

  async function load(before: string | null): Promise<void> {
    const { signal } = request.current;
    setState((now) => ({ ...now, status: 'loading' }));
    try {
      const page = await adminApi.listImages(before, signal);
      if (signal.aborted) return;
      setState((now) => ({
        images: before === null ? page.images : [...now.images, ...page.images],
        next: page.next,
        status: 'ready',
      }));
    } catch (error) {
      if (signal.aborted) return;
      logFailure(error);
      setState((now) => ({ ...now, status: 'failed' }));
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once
  useEffect(() => {
    const controller = new AbortController();
    request.current = controller;
    void load(null);
    return () => controller.abort();
  }, []);

  /** `loadMore` loads the next page, or the failed one again. */
  return { ...state, loadMore: () => load(state.images.length === 0 ? null : state.next) };
}

export function imageUses({ used_in }: Pick<StoredImage, 'used_in'>): string {
  const [first, ...others] = used_in;
  if (!first) return 'Not used';
  const post = `Used in “${first.title.trim() || 'Untitled'}”${first.published ? '' : ' (draft)'}`;
  if (others.length === 0) return post;
  // A list with the maximum length may have been cut.
  return used_in.length < MAX_IMAGE_USES
    ? `${post} and ${others.length} more`
    : `${post} and others`;
}

type Props = {
  open: boolean;
  onClose: () => void;
  onChoose: (image: StoredImage) => void;
};

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
            <Button tabIndex={grid.tabIndexOf(index)} onClick={() => onChoose(image)}>
              <Thumbnail image={image} />
              <span>{imageUses(image)}</span>
              <small>
                {image.width} × {image.height}
              </small>
            </Button>
          </li>
        ))}
      </ul>
      {status === 'ready' && images.length === 0 && (
        <p>No images yet. Images you upload will appear here.</p>
      )}
      {status === 'failed' && (
        <p role="alert" className={fieldStyles.error}>
          The images could not be loaded. Check your connection and try again.
        </p>
      )}
      {status === 'loading' && <Loading text="Loading images..." />}
      {(status === 'failed' || (status === 'ready' && next !== null)) && (
        <Button className="button" onClick={loadMore}>
          {status === 'failed' ? 'Try again' : 'Show more'}
        </Button>
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

/** The first new image gets the focus, because `Show more` may be gone. */
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
