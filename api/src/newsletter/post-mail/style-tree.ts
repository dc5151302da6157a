import { galleryColumns } from '@longhand/contract/galleries';
import { sizeFromName } from '@longhand/contract/image-names';
import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';
import { picturesOf } from '../../posts/rendering/galleries.ts';
import { LOOKS, type Look, type Paint, type Side } from './looks.ts';
import { element, rootOf } from './mail-tree.ts';

/** Of the mail's column, in CSS pixels. */
export const COLUMN = 600;
const GALLERY_GAP = 12;

type Place = {
  readonly paint: Paint;
  readonly side: Side;
  /** What is there for pictures. */
  readonly width: number;
  readonly parent?: string;
};

function classesOf({ properties: { className } }: Element): string[] {
  return Array.isArray(className) ? className.map(String) : [];
}

function lookOf(found: Element, parent = ''): Look {
  const names = [
    ...classesOf(found).flatMap((name) => [`${found.tagName}.${name}`, `.${name}`]),
    `${parent}>${found.tagName}`,
    found.tagName,
  ];
  const name = names.find((each) => Object.hasOwn(LOOKS, each));
  return (name && LOOKS[name]) || {};
}

function painted(look: Look, { paint, side }: Place) {
  const { style, class: classes } = paint(look, side);
  return { ...(style && { style }), ...(classes && { className: classes.split(' ') }) };
}

export const TABLE = {
  role: 'presentation',
  width: '100%',
  border: '0',
  cellPadding: '0',
  cellSpacing: '0',
};

function boxOf(properties: Properties, content: Element): Element {
  const row = element('tr', {}, [element('td', properties, [content])]);
  return element('table', { ...TABLE, style: 'margin:0 0 24px' }, [element('tbody', {}, [row])]);
}

function widthOf({ properties: { src, width } }: Element): number | undefined {
  const written = Number(width);
  if (Number.isInteger(written) && written > 0) return written;
  const path = String(src).replace(/\.(?:jpeg|png|gif)$/, '');
  return sizeFromName(path)?.width ?? sizeFromName(String(src))?.width;
}

function stylePicture(image: Element, place: Place, isAlone: boolean): Element {
  const own = widthOf(image);
  const width = own && Math.min(own, place.width);
  const { css = '', ...look } = LOOKS.img ?? {};
  const size = isAlone && width ? `;width:100%;max-width:${width}px` : ';max-width:100%';
  const display = isAlone ? ';display:block' : '';
  const { src, alt = '', lang } = image.properties;
  return element(
    'img',
    {
      ...{ src, alt, lang, width },
      ...painted({ ...look, css: `${css}${display}${size};height:auto` }, place),
    },
    [],
  );
}

function hasText(parent: Element | Root): boolean {
  return parent.children.some((child) => child.type === 'text' && child.value.trim() !== '');
}

function rowsOf<Item>(items: readonly Item[], columns: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
}

/** So that the outer pictures end with the column, and all are equally wide. */
function galleryCell(column: number, columns: number): Look {
  const before = Math.round((GALLERY_GAP * column) / columns);
  const after = Math.round((GALLERY_GAP * (columns - 1 - column)) / columns);
  return {
    css: `padding:0 0 ${GALLERY_GAP}px;padding-{start}:${before}px;padding-{end}:${after}px`,
  };
}

function styleGallery(pictures: readonly Element[], place: Place): Element {
  const columns = galleryColumns(pictures.length);
  const width = Math.floor((place.width - GALLERY_GAP * (columns - 1)) / columns);
  const inCell = { ...place, width };
  const cell = ({ children }: Element, column: number) =>
    element(
      'td',
      {
        ...{ width: `${Math.floor(100 / columns)}%`, vAlign: 'top' },
        ...painted(galleryCell(column, columns), place),
      },
      children.flatMap((child) => styleNode(child, inCell, true)),
    );
  const rows = rowsOf(pictures, columns).map((row) => element('tr', {}, row.map(cell)));
  return element('table', { ...TABLE, style: 'margin:28px 0 16px' }, [element('tbody', {}, rows)]);
}

function styleElement(found: Element, place: Place, isAlone: boolean): Element {
  if (found.tagName === 'img') return stylePicture(found, place, isAlone);
  const pictures = picturesOf(found);
  if (pictures.length > 1) return styleGallery(pictures, place);
  const { className: _, ...own } = found.properties;
  const side = own.dir === 'rtl' || own.dir === 'ltr' ? own.dir : place.side;
  const look = lookOf(found, place.parent);
  // Cells are those of the head or the body, not of a row.
  const parent = found.tagName === 'tr' ? place.parent : found.tagName;
  const inside = { ...place, side, ...(parent && { parent }) };
  const aligned =
    own.dir === undefined ? look : { ...look, css: `${look.css ?? ''};text-align:{start}` };
  const alone = !hasText(found);
  const children = found.children.flatMap((child) => styleNode(child, inside, alone));
  const tag = look.as ?? found.tagName;
  if (look.boxed === undefined)
    return element(tag, { ...own, ...painted(aligned, inside) }, children);
  const content = element(tag, look.boxed ? { style: look.boxed } : {}, children);
  return boxOf({ ...own, ...painted(aligned, inside) }, content);
}

function styleNode(node: Nodes, place: Place, isAlone: boolean): ElementContent[] {
  if (node.type === 'element') return [styleElement(node, place, isAlone)];
  return node.type === 'text' ? [node] : [];
}

export function styleTree(tree: Root, paint: Paint, side: Side): Root {
  const place = { paint, side, width: COLUMN };
  return rootOf(tree.children.flatMap((child) => styleNode(child, place, true)));
}
