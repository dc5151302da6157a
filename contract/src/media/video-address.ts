import { escapeAttribute } from '../posts/search.ts';

/** The sanitiser and the Content-Security-Policy allow these hosts. */
export const VIDEO_HOSTS = ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com'];

export type Video = { readonly src: string; readonly title: string };

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
]);
const YOUTUBE_ID = /^[\w-]{11}$/;

/** Accepts, for example, 90, 90s or 1h2m3s. */
function seconds(time: string): number {
  const [, h = 0, m = 0, s = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}

function youtubeId(host: string, { pathname, searchParams }: URL): string | null {
  const [, first = '', second = ''] = pathname.split('/');
  if (host === 'youtu.be') return first;
  if (!YOUTUBE_HOSTS.has(host)) return null;
  if (first === 'watch') return searchParams.get('v');
  return ['shorts', 'embed', 'live', 'v'].includes(first) ? second : null;
}

/** This host sets no cookies until somebody plays the video. */
function youtube(host: string, url: URL): string | null {
  const id = youtubeId(host, url);
  if (id === null || !YOUTUBE_ID.test(id)) return null;
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

/** The second number, or `h`, is the key of a video that is not listed. */
const VIMEO_PATH = /^\/(?:.+\/)?(\d{4,12})(?:\/([\da-f]{6,20}))?\/?$/;

function vimeo(host: string, { pathname, searchParams }: URL): string | null {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return null;
  const [, id, path] = VIMEO_PATH.exec(pathname) ?? [];
  if (id === undefined) return null;
  const key = path ?? /^[\da-f]{6,20}$/.exec(searchParams.get('h') ?? '')?.[0];
  return `https://player.vimeo.com/video/${id}${key ? `?h=${key}` : ''}`;
}

export function videoAt(address: string): Video | null {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, '');
  const onYoutube = youtube(host, url);
  if (onYoutube) return { src: onYoutube, title: 'YouTube video' };
  const onVimeo = vimeo(host, url);
  return onVimeo === null ? null : { src: onVimeo, title: 'Vimeo video' };
}

export function isEmbedAddress(src: string): boolean {
  const url = URL.parse(src);
  return url?.protocol === 'https:' && VIDEO_HOSTS.includes(url.host);
}

export function parseVideoAddress(typed: string): Video | { readonly error: string } {
  const address = typed.trim();
  const whole = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  // Allowed hosts have other addresses for frames, such as those of playlists.
  const isFrame = isEmbedAddress(whole) && /\/(?:embed|video)\/./.test(whole);
  const video = videoAt(whole) ?? (isFrame ? { src: whole, title: 'Video' } : null);
  if (video) return video;
  return {
    error: `“${address}” is not the address of a video on youtube.com, youtu.be or vimeo.com. Please copy the address of the video’s page.`,
  };
}

export function videoHtml({ src, title }: Video): string {
  return `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="560" height="315" allowfullscreen></iframe>`;
}

/** Null if the address is not that of a video. */
export function videoEmbed(address: string): string | null {
  const video = videoAt(address);
  return video && videoHtml(video);
}
