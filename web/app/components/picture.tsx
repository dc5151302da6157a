import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

type Props = Omit<ComponentProps<'img'>, 'className'> & {
  alt: string;
  fallback: ReactNode;
  /** The same picture for browsers that take AVIF, in the words of `srcset`. */
  avif?: string;
  /** The class of the colour that stands in its place until it is there. */
  tint?: string | undefined;
  className?: string | undefined;
};

/** An image, or what stands for it when it cannot be had. */
export function Picture({ fallback, alt, avif, tint, className, ...attributes }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);
  // It may have failed before there was anybody to listen.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (broken) return fallback;
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
