import { escapeAttribute, escapeText } from '@longhand/contract/search';
import { plainText } from '../../html/plain-text.ts';
import type { Attachment, Attachments } from '../attachments.ts';
import { embed } from './embeds.ts';
import { readTokens } from './html-tokens.ts';
import type { Shortcode, ShortcodeWriter } from './shortcodes.ts';

function image({ address, alt }: Pick<Attachment, 'address' | 'alt'>): string {
  return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt ?? '')}">`;
}

function figure(content: string, caption: string): string {
  const text = caption.trim();
  return `<figure>${content}${text === '' ? '' : `<figcaption>${text}</figcaption>`}</figure>`;
}

function pictureFigure(attachment: Attachment): string {
  return figure(image(attachment), attachment.caption);
}

function idsIn(list: string | undefined): string[] {
  return list?.match(/\d+/g) ?? [];
}

type GalleryContext = {
  readonly postId: string;
  readonly attachments: Attachments;
  /** The ids of pictures that the export does not have are added to it. */
  readonly missing: Set<string>;
};

function picturesById(
  ids: readonly string[],
  { attachments, missing }: GalleryContext,
): Attachment[] {
  return ids.flatMap((id) => {
    const picture = attachments.picture(id);
    if (!picture) missing.add(id);
    return picture ?? [];
  });
}

function galleryPictures({ named }: Shortcode, context: GalleryContext): Attachment[] {
  const ids = idsIn(named.get('ids') || named.get('include'));
  if (ids.length > 0) return picturesById(ids, context);
  const excluded = new Set(idsIn(named.get('exclude')));
  const owner = named.get('id') || context.postId;
  return context.attachments.picturesOf(owner).filter(({ id }) => !excluded.has(id));
}

/** A gallery is a figure of figures; one of a single picture is that picture. */
function gallery(context: GalleryContext): ShortcodeWriter {
  return (shortcode) => {
    const figures = galleryPictures(shortcode, context).map(pictureFigure);
    if (figures.length === 0) return null;
    return figures.length === 1 ? figures.join('') : `<figure>\n${figures.join('\n')}\n</figure>`;
  };
}

/** Where the picture ends that a caption starts with, and the link around it. */
function endOfPicture(html: string): number {
  const tokens = readTokens(html);
  const index = tokens.findIndex(({ name }) => ['img', 'iframe', 'video', 'audio'].includes(name));
  const picture = tokens[index];
  if (!picture) return 0;
  const following = tokens[index + 1];
  const linkEnd =
    following?.kind === 'close' && following.name === 'a' ? following.end : picture.end;
  return linkEnd;
}

const caption: ShortcodeWriter = ({ named, inner }) => {
  if (inner === null) return null;
  const end = endOfPicture(inner);
  const text = named.get('caption') ?? inner.slice(end);
  return figure(named.has('caption') ? inner.trim() : inner.slice(0, end).trim(), text);
};

const embedded: ShortcodeWriter = ({ named, others, inner }) =>
  embed(plainText(inner ?? '') || named.get('src') || named.get('url') || (others[0] ?? ''));

function videoById(page: string): ShortcodeWriter {
  return ({ named, others, inner }) => {
    const given = named.get('id') ?? named.get('v') ?? named.get('url') ?? named.get('src');
    const video = plainText(inner ?? '') || given || (others[0] ?? '');
    if (video === '') return null;
    return embed(/^https?:/i.test(video) ? video : page + video);
  };
}

const MEDIA_ATTRIBUTES = [
  'src',
  'mp4',
  'm4v',
  'webm',
  'ogv',
  'mp3',
  'm4a',
  'ogg',
  'wav',
  'flac',
  'flv',
  'wma',
  'wmv',
];

function mediaAddress({ named, others, inner }: Shortcode) {
  const attribute = MEDIA_ATTRIBUTES.find((name) => named.get(name));
  const address = attribute ? named.get(attribute) : (others[0] ?? plainText(inner ?? ''));
  // The first players separated an address from their settings by a bar.
  return address?.split('|')[0]?.trim() ?? '';
}

const audio: ShortcodeWriter = (shortcode) => {
  const address = mediaAddress(shortcode);
  if (!/^https?:/i.test(address)) return null;
  return `\n\n<audio controls src="${escapeAttribute(address)}"></audio>\n\n`;
};

const video: ShortcodeWriter = (shortcode) => {
  const address = mediaAddress(shortcode);
  if (!/^https?:/i.test(address)) return null;
  const poster = shortcode.named.get('poster');
  const shown = poster ? ` poster="${escapeAttribute(poster)}"` : '';
  const file = `<video controls src="${escapeAttribute(address)}"${shown}></video>`;
  return /\.\w{2,4}$/.test(URL.parse(address)?.pathname ?? '') ? `\n\n${file}\n\n` : embed(address);
};

/** Some versions of the plugin store code with entities, some as it is. */
function codeText(code: string): string {
  const hasEntities = /&(?:lt|gt|amp|quot|#0?39);/.test(code) && !/[<>]/.test(code);
  return (hasEntities ? code : escapeText(code)).replace(/^[ \t]*\n/, '').trimEnd();
}

function code(language: string | null): ShortcodeWriter {
  return ({ named, inner }) => {
    if (inner === null) return null;
    const chosen = language ?? named.get('language') ?? named.get('lang') ?? '';
    const name = chosen.toLowerCase();
    const attribute =
      /^[\w+#.-]+$/.test(name) && name !== 'text' && name !== 'plain'
        ? ` class="language-${name}"`
        : '';
    return `<pre><code${attribute}>${codeText(inner)}</code></pre>`;
  };
}

/** Short forms such as `[php]…[/php]`. */
const CODE_LANGUAGES =
  'bash c cpp csharp css diff go html java javascript js json jscript objc perl php powershell python r ruby scala shell sql swift typescript vb xml yaml';

export const CODE_SHORTCODES: Readonly<Record<string, ShortcodeWriter>> = {
  code: code(null),
  sourcecode: code(null),
  source: code(null),
  ...Object.fromEntries(CODE_LANGUAGES.split(' ').map((name) => [name, code(name)])),
};

export function textShortcodes(context: GalleryContext): Readonly<Record<string, ShortcodeWriter>> {
  return {
    caption,
    wp_caption: caption,
    gallery: gallery(context),
    embed: embedded,
    youtube: videoById('https://www.youtube.com/watch?v='),
    vimeo: videoById('https://vimeo.com/'),
    audio,
    video,
  };
}
