import { readFileSync } from 'node:fs';
import { coverColours } from '@longhand/contract/colours/accent';
import { COVER_VARIANTS, coverFigure, coverSeed } from '@longhand/contract/colours/cover';
import { PALETTE } from '@longhand/contract/colours/palette';
import sharp, { type Sharp } from 'sharp';
import { box, label, renderTextAsSvg } from './text-layout.ts';

export type DrawJob = {
  readonly title: string;
  readonly topic: string | null;
  readonly siteName: string;
  /** The accent of the light theme, `#rrggbb`. */
  readonly accent: string;
  /** The path of a file; null draws the cover. */
  readonly image: string | null;
};

/** The fonts are subsets, with only these characters. */
const DRAWABLE: ReadonlySet<string> = new Set(
  readFileSync(new URL('./fonts/characters.txt', import.meta.url), 'utf8').replace(/\p{C}/gu, ''),
);

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Removes characters that would be drawn as empty boxes, and the gaps they leave. */
function withoutUndrawable(text: string): string {
  const drawn = Array.from(text, (character) => (DRAWABLE.has(character) ? character : ' ')).join(
    '',
  );
  if (drawn === text) return text;
  return drawn
    .replace(/\(\s*\)|\[\s*\]|“\s*”|"\s*"|«\s*»/gu, '')
    .replace(/(?<!\s)\s+(?=[!?.,;:…)\]’”»])/gu, '')
    .replace(/^[\s!?.,;:…–—-]+/u, '');
}

/** Empty if fewer than half of the letters can be drawn. */
export function drawable(text: string): string {
  const normalized = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const drawn = withoutUndrawable(normalized).replace(/\s+/gu, ' ').trim();
  const letters = countLetters(drawn);
  return letters === 0 || 2 * letters < countLetters(normalized) ? '' : drawn;
}

/** The site name replaces a title that cannot be drawn. */
export function drawableText({ title, topic, siteName }: DrawJob) {
  const site = drawable(siteName);
  const drawnTitle = drawable(title);
  return {
    title: drawnTitle || site,
    topic: drawable(topic ?? ''),
    siteName: drawnTitle ? site : '',
  };
}

const PICTURE_SIZE = { width: 1200, height: 630 } as const;

type Colours = ReturnType<typeof coverColours>[number];

const COVER_MARGIN = 68;
const COVER_ROOM = {
  width: PICTURE_SIZE.width - 2 * COVER_MARGIN,
  height: 430,
  sizes: [140, 132, 118, 104, 92, 82, 72, 64],
};

function ground(seed: number, { ground, figure }: Partial<Colours>): string {
  const { path, filled } = coverFigure(seed);
  const { width, height } = PICTURE_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 300 200" preserveAspectRatio="xMidYMid slice"><rect width="300" height="200" fill="${ground}"/><path d="${path}" fill="${filled ? figure : 'none'}" stroke="${figure}" stroke-width="5"/></svg>`;
}

/** The colours are those of the cover on the site; the title, which is beside the cover there, is added. */
async function drawCover(job: DrawJob): Promise<Sharp> {
  const { title, topic, siteName } = drawableText(job);
  const seed = coverSeed(job.title, job.topic ?? undefined);
  const colours = coverColours(job.accent)[seed % COVER_VARIANTS];
  const color = colours?.ink ?? '';
  const text = await renderTextAsSvg(title, COVER_ROOM, PICTURE_SIZE, (titleBox) =>
    box(
      {
        ...PICTURE_SIZE,
        padding: `${COVER_MARGIN - 8}px ${COVER_MARGIN}px`,
        flexDirection: 'column',
        justifyContent: 'space-between',
        color,
      },
      [
        box({ justifyContent: 'space-between' }, [
          label(topic, { maxWidth: 640 }),
          label(siteName, { maxWidth: 380 }),
        ]),
        titleBox,
      ],
    ),
  );
  return sharp(Buffer.from(ground(seed, colours ?? {}))).composite([{ input: Buffer.from(text) }]);
}

const COLOURS = PALETTE.light;

const PANEL = { width: 480, height: PICTURE_SIZE.height };
const ROOM = { width: 380, height: 400, sizes: [60, 54, 49, 44, 40] };

/** The text is on a panel beside the image: it is legible with any image, and hides nothing of it. */
async function drawBesideImage(job: DrawJob, image: string): Promise<Sharp> {
  const { title, topic, siteName } = drawableText(job);
  const text = await renderTextAsSvg(title, ROOM, PANEL, (titleBox) =>
    box(
      {
        ...PANEL,
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '60px 40px 56px 60px',
        color: COLOURS.ink,
      },
      [
        box({ flexDirection: 'column' }, [
          label(topic, { color: job.accent, marginBottom: 26 }),
          titleBox,
        ]),
        label(siteName, { color: COLOURS['ink-soft'] }),
      ],
    ),
  );
  const { width, height } = PICTURE_SIZE;
  const beside = await sharp(image, { sequentialRead: true })
    .resize({ width: width - PANEL.width, height, fit: 'cover' })
    .flatten({ background: COLOURS.paper })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: COLOURS.paper } }).composite([
    { input: beside, left: PANEL.width, top: 0 },
    { input: Buffer.from(text), left: 0, top: 0 },
  ]);
}

async function draw(job: DrawJob): Promise<Sharp> {
  if (!job.image) return drawCover(job);
  // The image may be unreadable.
  return drawBesideImage(job, job.image).catch(() => drawCover(job));
}

export async function drawPicture(job: DrawJob): Promise<Buffer> {
  sharp.concurrency(1);
  const picture = await draw(job);
  // Chroma subsampling blurs the edges of coloured letters.
  return picture.jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' }).toBuffer();
}
