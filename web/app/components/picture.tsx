import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { preload } from 'react-dom';

type Props = Omit<ComponentProps<'img'>, 'className'> & {
  alt: string;
  fallback: ReactNode;
  /** The same picture for browsers that take AVIF, in the words of `srcset`. */
  avif?: string;
  /** The class of the colour that stands in its place until it is there. */
  tint?: string | undefined;
  className?: string | undefined;
};

/** Asked for in the head, before anything else: the picture is the largest thing that one sees. */
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

/** An image, or what stands for it when it cannot be had. */
export function Picture({ fallback, alt, avif, tint, className, ...attributes }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);
  // It may have failed before there was anybody to listen.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (broken) return fallback;
  if (avif && attributes.fetchPriority === 'high') preloadAvif(avif, attributes.sizes);
  const classes = [className, tint].filter(Boolean).join(' ');
  const own = (
    <img
      ref={image}
      alt={alt}
      className={classes || undefined}
      {...attributes}
      onError={() => setBroken(true)}
    />
  );
  if (!avif) return own;
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={attributes.sizes} />
      {own}
    </picture>
  );
}
