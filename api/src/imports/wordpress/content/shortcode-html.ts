import { videoEmbed } from '@longhand/contract/media/video-address';
import { escapeAttribute, escapeText } from '@longhand/contract/posts/search';
import { plainText } from '../../content/plain-text.ts';
import type { Attachment, Attachments } from '../attachments.ts';
import { readTokens, replaceInText } from './html-tokens.ts';
import type { Shortcode, ShortcodeWriter } from './shortcodes.ts';

function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '');
}

/** Returns a frame for a video that pages may show, a link for anything else; null if it is no address. */
function embed(address: string): string | null {
  const frame = videoEmbed(address);
  if (frame) return `\n\n${frame}\n\n`;
  if (!isWebAddress(address)) return null;
  return `<a href="${escapeAttribute(address)}">${escapeText(address)}</a>`;
}

/** WordPress embeds an address that is alone on its line. */
const LONE_ADDRESS =
  /https?:\/\/(?<=(?:^[ \t]*|<p>[ \t\n]*)https?:\/\/)[^\s<>"]+(?=[ \t]*$|[ \t\n]*<\/p>)/gm;

export function embedLoneAddresses(html: string): string {
  if (!/https?:/.test(html)) return html;
  return replaceInText(html, LONE_ADDRESS, ([address], { isLinked }) =>
    isLinked ? null : embed(plainText(address)),
  );
}

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
  /** Collects the ids of pictures that the export does not contain. */
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

/** A gallery is a figure of figures; a gallery with one picture is just that picture. */
function gallery(context: GalleryContext): ShortcodeWriter {
  return (shortcode) => {
    const figures = galleryPictures(shortcode, context).map(pictureFigure);
    if (figures.length === 0) return null;
    return figures.length === 1 ? figures.join('') : `<figure>\n${figures.join('\n')}\n</figure>`;
  };
}

/** Includes the link around the picture. */
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
  // The first players separated the address from their settings by a bar.
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

/** Some versions of the plugin store code with entities, some without. */
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

/** Each language is a short form, as in `[php]…[/php]`. */
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
