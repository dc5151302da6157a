import { imageAttributes } from '../../lib/images.ts';
import { Picture } from '../../lib/picture.tsx';
import styles from './header.module.css';
import type { Site } from './site.ts';

/** As in the stylesheet: the height of the name, and a width that leaves room for the rest. */
const HEIGHT_REM = 2.1;
const MAX_WIDTH_REM = 16;

type Props = { logo: NonNullable<Site['logo']>; site: Site };

/** In place of the site's name. */
export function Logo({ logo: { url, width, height }, site }: Props) {
  const shownWidth = Math.min((HEIGHT_REM * width) / height, MAX_WIDTH_REM);
  return (
    <Picture
      {...imageAttributes(url, 'card', site.apiUrl)}
      // Logos are often transparent.
      placeholderClass={undefined}
      sizes={`${shownWidth.toFixed(2)}rem`}
      width={width}
      height={height}
      alt={site.name}
      className={styles.logo}
      fallback={site.name}
    />
  );
}
