import { sizeFromName } from '@longhand/contract/image-names';
import type { Node } from 'prosemirror-model';
import type { Command } from 'prosemirror-state';
import type { Extra } from '../../document/schema.ts';

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

/** Gives all pictures with one address another. */
export function replacePictureSource(source: string, url: string): Command {
  return ({ doc, tr }, dispatch) => {
    doc.descendants((node, position) => {
      if (node.attrs.src === source && ['figure', 'image'].includes(node.type.name))
        tr.setNodeMarkup(position, undefined, withSource(node, url), node.marks);
    });
    if (tr.docChanged) dispatch?.(tr);
    return tr.docChanged;
  };
}
