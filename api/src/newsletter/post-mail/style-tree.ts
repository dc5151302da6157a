import { galleryColumns } from '@longhand/contract/media/content-pictures';
import { sizeFromName } from '@longhand/contract/media/image-names';
import type { Element, ElementContent, Nodes, Properties, Root } from 'hast';
import { classesOf } from '../../rendering/elements.ts';
import { picturesOf } from '../../rendering/images.ts';
import { MAIL_STYLES, type MailStyle, type Side, type Styler } from './mail-styles.ts';
import { element, rootOf } from './mail-tree.ts';

export const COLUMN = 600;
const GALLERY_GAP = 12;

type Place = {
  readonly styler: Styler;
  readonly side: Side;
  /** The width that pictures can have. */
  readonly width: number;
  readonly parent?: string;
};

function styleOf(found: Element, parent = ''): MailStyle {
  const names = [
    ...classesOf(found).flatMap((name) => [`${found.tagName}.${name}`, `.${name}`]),
    `${parent}>${found.tagName}`,
    found.tagName,
  ];
  const name = names.find((each) => Object.hasOwn(MAIL_STYLES, each));
  return (name && MAIL_STYLES[name]) || {};
}

function styleProperties(mailStyle: MailStyle, { styler, side }: Place) {
  const { style, class: classes } = styler(mailStyle, side);
  return { ...(style && { style }), ...(classes && { className: classes.split(' ') }) };
}

const TABLE = {
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
  const { css = '', ...style } = MAIL_STYLES.img ?? {};
  const size = isAlone && width ? `;width:100%;max-width:${width}px` : ';max-width:100%';
  const display = isAlone ? ';display:block' : '';
  const { src, alt = '', lang } = image.properties;
  return element(
    'img',
    {
      ...{ src, alt, lang, width },
      ...styleProperties({ ...style, css: `${css}${display}${size};height:auto` }, place),
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

/** With this padding the outer pictures end with the column, and all are equally wide. */
function galleryCell(column: number, columns: number): MailStyle {
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
        ...styleProperties(galleryCell(column, columns), place),
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
  const style = styleOf(found, place.parent);
  // The parent of a cell is the head or the body, not the row.
  const parent = found.tagName === 'tr' ? place.parent : found.tagName;
  const inside = { ...place, side, ...(parent && { parent }) };
  const aligned =
    own.dir === undefined ? style : { ...style, css: `${style.css ?? ''};text-align:{start}` };
  const alone = !hasText(found);
  const children = found.children.flatMap((child) => styleNode(child, inside, alone));
  const tag = style.as ?? found.tagName;
  if (style.boxed === undefined)
    return element(tag, { ...own, ...styleProperties(aligned, inside) }, children);
  const content = element(tag, style.boxed ? { style: style.boxed } : {}, children);
  return boxOf({ ...own, ...styleProperties(aligned, inside) }, content);
}

function styleNode(node: Nodes, place: Place, isAlone: boolean): ElementContent[] {
  if (node.type === 'element') return [styleElement(node, place, isAlone)];
  return node.type === 'text' ? [node] : [];
}

export function styleTree(tree: Root, styler: Styler, side: Side): Root {
  const place = { styler, side, width: COLUMN };
  return rootOf(tree.children.flatMap((child) => styleNode(child, place, true)));
}
