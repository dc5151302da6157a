import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';

type Props = ComponentProps<'img'> & { alt: string; fallback: ReactNode };

/** An image, or what stands for it when it cannot be had. */
export function Picture({ fallback, alt, ...attributes }: Props) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState(false);
  // It may have failed before there was anybody to listen.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setBroken(true);
  }, []);
  if (broken) return fallback;
  return <img ref={image} alt={alt} {...attributes} onError={() => setBroken(true)} />;
}
