import { sizeFromName } from '@longhand/contract/image-names';
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import type { Extra } from '../../document/schema.ts';
import type { PictureSource } from '../../pictures/use-pictures.ts';

/** What belongs to the former picture: its size, and other addresses of it. */
const OF_PICTURE = ['width', 'height', 'srcset', 'sizes'];

/** The attributes of an image that gets another address, with the size that this one tells. */
export function extraWithSize(extra: Extra, url: string): Extra {
  const size = sizeFromName(url);
  const others = extra.filter(([name]) => !OF_PICTURE.includes(name));
  if (!size) return others;
  return [['width', String(size.width)], ['height', String(size.height)], ...others];
}

function withSource({ type, attrs }: Node, src: string) {
  const name = type.name === 'figure' ? 'imageExtra' : 'extra';
  return { ...attrs, src, [name]: extraWithSize(attrs[name], src) };
}

/** The positions of the pictures with an address. */
export function picturesWith(doc: Node, source: string): number[] {
  const found: number[] = [];
  doc.descendants((node, position) => {
    if (node.attrs.src === source && ['figure', 'image'].includes(node.type.name))
      found.push(position);
  });
  return found;
}

/** Gives pictures another address. */
export function replacePictureSource({ source, index }: PictureSource, url: string): Command {
  return ({ doc, tr }, dispatch) => {
    for (const [each, position] of picturesWith(doc, source).entries()) {
      const node = doc.nodeAt(position);
      if (node && (index === undefined || index === each))
        tr.setNodeMarkup(position, undefined, withSource(node, url), node.marks);
    }
    if (tr.docChanged) dispatch?.(tr);
    return tr.docChanged;
  };
}
