import { escapeAttribute } from './search.ts';
import { type Video, videoAt } from './video-address.ts';

export function videoHtml({ src, title }: Video): string {
  return `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="560" height="315" allowfullscreen></iframe>`;
}

/** Null if the address is not that of a video. */
export function videoEmbed(address: string): string | null {
  const video = videoAt(address);
  return video && videoHtml(video);
}
