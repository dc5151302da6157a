import { PALETTE } from '@longhand/contract/palette';
import sharp, { type Sharp } from 'sharp';
import { type DrawJob, PICTURE_SIZE } from './draw-job.ts';
import { drawableText } from './drawable.ts';
import { box, label, renderText } from './text-layout.ts';

const COLOURS = PALETTE.light;

const PANEL = { width: 480, height: PICTURE_SIZE.height };
const ROOM = { width: 380, height: 400, sizes: [60, 54, 49, 44, 40] };

/** Text on a panel beside the image: legible with any image, and hides nothing of it. */
export async function drawBesideImage(job: DrawJob, image: string): Promise<Sharp> {
  const { title, topic, siteName } = drawableText(job);
  const text = await renderText(title, ROOM, PANEL, (titleBox) =>
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
