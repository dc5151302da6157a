import { isEmbedAddress } from './schema.ts';

const YOUTUBE = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com']);
const YOUTUBE_ID = /^[\w-]{6,}$/;

function youtubeId({ pathname, searchParams }: URL): string | null {
  if (pathname === '/watch') return searchParams.get('v');
  return /^\/(?:shorts|live|embed|v)\/([^/]+)/.exec(pathname)?.[1] ?? null;
}

/** '90', '90s' and '1m30s' as seconds. */
function seconds(time: string | null): number {
  const [, hours = 0, minutes = 0, rest = 0] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(time ?? '') ?? [];
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
}

/** Without cookies until somebody plays the video. */
function youtubeEmbed(id: string | null, { searchParams }: URL): string | null {
  if (!id || !YOUTUBE_ID.test(id)) return null;
  const start = seconds(searchParams.get('t') ?? searchParams.get('start'));
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
}

/** An unlisted video has a second part. */
function vimeoEmbed({ pathname }: URL): string | null {
  const [, id, hash] = /^\/(?:.+\/)?(?:video\/)?(\d+)(?:\/([0-9a-f]+))?\/?$/.exec(pathname) ?? [];
  return id ? `https://player.vimeo.com/video/${id}${hash ? `?h=${hash}` : ''}` : null;
}

function embedOf(url: URL): string | null {
  const host = url.hostname.replace(/^www\./, '');
  if (isEmbedAddress(url.href) && /^\/(?:embed|video)\/./.test(url.pathname)) return url.href;
  if (host === 'youtu.be') return youtubeEmbed(url.pathname.slice(1), url);
  if (YOUTUBE.has(host)) return youtubeEmbed(youtubeId(url), url);
  return host === 'vimeo.com' ? vimeoEmbed(url) : null;
}

/** The address to embed for the address of a video's page. */
export function parseVideoAddress(typed: string): { src: string } | { error: string } {
  const address = typed.trim();
  const url = URL.parse(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  const src = url && embedOf(url);
  if (src) return { src };
  return {
    error: `“${address}” is not the address of a video on youtube.com, youtu.be or vimeo.com. Please copy the address of the video’s page.`,
  };
}
