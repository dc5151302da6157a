import type { Element, Root } from 'hast';
import { elementsIn } from '../../posts/rendering/elements.ts';
import { addressIn } from '../html/elements.ts';
import { pathAddress } from './addresses.ts';
import { isMarkdownFile } from './item-files.ts';
import type { LinkTargets } from './link-targets.ts';

const PROPERTIES: Readonly<Record<string, 'href' | 'src'>> = {
  a: 'href',
  img: 'src',
  source: 'src',
  video: 'src',
  audio: 'src',
};
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif)$/i;

/** With a scheme or a host, or within the page. */
function leadsElsewhere(address: string): boolean {
  return address === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(address);
}

/** The file of the folder that an address means, as a path from its root; the address otherwise. */
export function resolvedAddress(address: string, folder: string, targets: LinkTargets): string {
  if (leadsElsewhere(address)) return address;
  const path = targets.fileAt(address, folder);
  return path === undefined ? address : pathAddress(path);
}

function resolveElement(node: Element, folder: string, targets: LinkTargets): void {
  const property = PROPERTIES[node.tagName];
  if (!property) return;
  const address = addressIn(node, property);
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
  const isFile = node.tagName !== 'a' || isMarkdownFile(path) || PICTURE.test(path);
  if (!isFile) return;
  const resolved = resolvedAddress(path, folder, targets);
  if (resolved !== path) node.properties[property] = resolved + (node.tagName === 'a' ? rest : '');
}

/** Relative addresses start from the file: they are written from the root, to be the same anywhere. */
export function resolveAddresses(tree: Root, folder: string, targets: LinkTargets): void {
  for (const node of elementsIn(tree)) resolveElement(node, folder, targets);
}
