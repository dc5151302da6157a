import { COVER_VARIANTS, coverFigure, coverSeed } from '@longhand/contract/cover';
import { coverColours } from '@longhand/contract/cover-colours';
import sharp, { type Sharp } from 'sharp';
import { type DrawJob, PICTURE_SIZE } from './draw-job.ts';
import { drawableText } from './drawable.ts';
import { box, label, renderText } from './text-layout.ts';

type Colours = ReturnType<typeof coverColours>[number];

const MARGIN = 68;
const ROOM = {
  width: PICTURE_SIZE.width - 2 * MARGIN,
  height: 430,
  sizes: [140, 132, 118, 104, 92, 82, 72, 64],
};

function ground(seed: number, { ground, figure }: Partial<Colours>): string {
  const { path, filled } = coverFigure(seed);
  const { width, height } = PICTURE_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 300 200" preserveAspectRatio="xMidYMid slice"><rect width="300" height="200" fill="${ground}"/><path d="${path}" fill="${filled ? figure : 'none'}" stroke="${figure}" stroke-width="5"/></svg>`;
}

/** In the colours of the cover on the site, with the title that is beside it there. */
export async function drawCover(job: DrawJob): Promise<Sharp> {
  const { title, topic, siteName } = drawableText(job);
  const seed = coverSeed(job.title, job.topic ?? undefined);
  const colours = coverColours(job.accent)[seed % COVER_VARIANTS];
  const color = colours?.ink ?? '';
  const text = await renderText(title, ROOM, PICTURE_SIZE, (titleBox) =>
    box(
      {
        ...PICTURE_SIZE,
        padding: `${MARGIN - 8}px ${MARGIN}px`,
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
