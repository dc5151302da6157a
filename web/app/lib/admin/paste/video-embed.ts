import { videoFrame } from './blocks.ts';

const YOUTUBE_HOSTS = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'www.youtube-nocookie.com',
]);
const YOUTUBE_ID = /^[\w-]{11}$/;

/** For example 90, 90s or 1h2m3s. */
function seconds(time: string): number {
  const [, h = 0, m = 0, s = 0] =
    /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}

function youtubeId({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = '', second = ''] = pathname.split('/');
  if (hostname === 'youtu.be') return first;
  if (!YOUTUBE_HOSTS.has(hostname)) return null;
  if (first === 'watch') return searchParams.get('v');
  return ['shorts', 'embed', 'live'].includes(first) ? second : null;
}

function youtube(url: URL): string | null {
  const id = youtubeId(url);
  if (id === null || !YOUTUBE_ID.test(id)) return null;
  const start = seconds(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

/** The second part, or `h`, is the key of a film that is not listed. */
const VIMEO_PATH = /^\/(?:video\/)?(\d{4,12})(?:\/([\da-f]{6,20}))?\/?$/;

function vimeo({ hostname, pathname, searchParams }: URL): string | null {
  if (!['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'].includes(hostname)) return null;
  const [, id, path] = VIMEO_PATH.exec(pathname) ?? [];
  if (id === undefined) return null;
  const key = path ?? /^[\da-f]{6,20}$/.exec(searchParams.get('h') ?? '')?.[0];
  return `https://player.vimeo.com/video/${id}${key ? `?h=${key}` : ''}`;
}

const SIZE = { width: 560, height: 315 };

/** Null if the address is not that of a film. */
export function videoEmbed(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const onYoutube = youtube(url);
  if (onYoutube) return videoFrame({ src: onYoutube, title: 'YouTube video', ...SIZE });
  const onVimeo = vimeo(url);
  return onVimeo && videoFrame({ src: onVimeo, title: 'Vimeo video', ...SIZE });
}
