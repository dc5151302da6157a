import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';

type Props = Omit<ComponentProps<'img'>, 'className'> & {
  alt: string;
  /** Without one, a broken image stays in its place, as its text. */
  fallback?: ReactNode;
  /** A `srcset` of AVIF variants. */
  avif?: string;
  /** Sets the colour that is shown while the image loads. */
  placeholderClass?: string | undefined;
  className?: string | undefined;
};

/** Preloaded from the head: the image is usually the largest contentful paint. */
function preloadAvif(avif: string, sizes = ''): void {
  const [first = ''] = avif.split(' ');
  preload(first, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: avif,
    imageSizes: sizes,
    fetchPriority: 'high',
  });
}

export function Picture({
  fallback,
  alt,
  avif,
  placeholderClass,
  className,
  ...attributes
}: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);
  // It may have failed before hydration.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (broken && fallback !== undefined) return fallback;
  if (avif && attributes.fetchPriority === 'high') preloadAvif(avif, attributes.sizes);
  const classes = [className, placeholderClass].filter(Boolean).join(' ');
  const element = (
    <img
      ref={image}
      alt={alt}
      className={classes || undefined}
      {...attributes}
      onError={() => setBroken(true)}
    />
  );
  if (!avif) return element;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={attributes.sizes} />
      {element}
    </picture>
  );
}
