import { z } from 'zod';
import { namedInput, namedObject } from '../named-schemas.ts';
import { listLimit, text } from '../text/text.ts';
import { isImageName, MAX_IMAGE_USES } from './image-names.ts';

const MAX_URL_LENGTH = 2048;

/** Null if it is not an absolute http(s) URL. */
export function normalizeImageUrl(value: string): string | null {
  const trimmed = value.trim();
  if (!/^https?:\/\//i.test(trimmed)) return null;
  const url = URL.parse(trimmed);
  return url && url.href.length <= MAX_URL_LENGTH ? url.href : null;
}

const PATH_PART = "[\\w.~!$&'()*+,;=@%-]+";
const PATH = new RegExp(`^/?${PATH_PART}(?:/${PATH_PART})*$`);

/** The path is on this host: no scheme, no other host, and no `..` in any encoding. */
function isLocalPath(value: string): boolean {
  const segments = value.replace(/%2e/gi, '.').split('/');
  return PATH.test(value) && !/^http/i.test(value) && !segments.includes('..');
}

function isImageReference(value: string): boolean {
  return value.trim() === '' || normalizeImageUrl(value) !== null || isLocalPath(value);
}

/** Blank means no image. */
export const imageReference = text(MAX_URL_LENGTH).refine(
  isImageReference,
  'must be an absolute http or https address, or the path of an uploaded image',
);

export const saveImageUrlInput = namedInput('SaveImageUrl', {
  // The real limit applies to the normal form, whose length can differ.
  image_url: text(16 * MAX_URL_LENGTH)
    .refine(
      (value) => normalizeImageUrl(value) !== null,
      `must be an absolute http or https address of at most ${MAX_URL_LENGTH} characters`,
    )
    .meta({ examples: ['https://example.com/a.png'] }),
});

export const imageResponse = z.object({ url: z.string() }).meta({
  id: 'Image',
  description: 'Where the image is: a path on this host, or the address that was sent.',
});

/** A document uses an upload if it shows it or mentions its name. */
const imageUse = z.object({ id: z.string(), title: z.string(), published: z.boolean() });

export type ImageUse = z.infer<typeof imageUse>;

const DEFAULT_IMAGES = 24;
const MAX_IMAGES = 100;

/** Has time and name, because an image can be removed between two pages. */
export type ImageCursor = { readonly time: number; readonly name: string };

function parseCursor(value: string): ImageCursor | undefined {
  const [time = '', name = ''] = value.split(/-(.*)/s);
  return /^\d{1,15}$/.test(time) && isImageName(name) ? { time: Number(time), name } : undefined;
}

export function writeCursor({ time, name }: ImageCursor): string {
  return `${time}-${name}`;
}

export const imageQuery = z.object({
  before: z
    .string()
    .refine((value) => parseCursor(value) !== undefined, 'must be the `next` of another response')
    .transform(parseCursor)
    .optional()
    .describe('Where another response ended: its `next`.'),
  limit: listLimit(MAX_IMAGES).default(DEFAULT_IMAGES).describe('The maximum number of images.'),
});

export const storedImage = namedObject('StoredImage', {
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().nonnegative(),
  uploaded_at: z.iso.datetime().describe('When the file was stored: also by a restore or move.'),
  used_in: z
    .array(imageUse)
    .describe(
      `Posts and pages, without deleted ones: the newest ${MAX_IMAGE_USES}. A post that was never saved has the id of its working copy.`,
    ),
});

export type StoredImage = z.infer<typeof storedImage>;

export const imagePage = namedObject('StoredImages', {
  images: z.array(storedImage),
  next: z.string().nullable().describe('For `before`; null at the end.'),
});

export type ImagePage = z.infer<typeof imagePage>;
