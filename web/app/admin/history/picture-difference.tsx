import { imageUrl } from '../../lib/images.ts';
import { useSite } from '../../reader/site/site.ts';
import styles from './document-difference.module.css';

const WORDS = { removed: 'Removed', added: 'Added', same: '' } as const;

/** Other addresses are not shown to readers, either. */
function isShown(src: string): boolean {
  return /^https?:\/\//i.test(src) || !/^[a-z][a-z\d+.-]*:/i.test(src);
}

type Props = {
  picture: { readonly src: string; readonly alt: string };
  kind: keyof typeof WORDS;
};

/** A small picture of a version, with its alt text. */
export function DifferentPicture({ picture: { src, alt }, kind }: Props) {
  const { apiUrl } = useSite();
  return (
    <figure className={styles.picture} data-change={kind}>
      {isShown(src) ? <img src={imageUrl(src, apiUrl)} alt={alt} /> : <span>{src}</span>}
      <figcaption dir="auto">
        {WORDS[kind] && <b>{WORDS[kind]}</b>} {alt === '' ? 'No alt text' : `Alt text: ${alt}`}
      </figcaption>
    </figure>
  );
}

/** Of a field that holds the address of a picture. */
export function PictureDifference({ from, to }: { from: string; to: string }) {
  return (
    <div className={styles.pictures}>
      {from !== '' && <DifferentPicture picture={{ src: from, alt: '' }} kind="removed" />}
      {to !== '' && <DifferentPicture picture={{ src: to, alt: '' }} kind="added" />}
    </div>
  );
}
