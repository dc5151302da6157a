import sharp, { type Sharp } from 'sharp';
import { type DrawJob, PICTURE_SIZE } from './draw-job.ts';
import { readable } from './drawable.ts';
import { box, label, setWords } from './text-layout.ts';

const PAPER = '#fbf8f2';
const INK = '#211c17';
const INK_SOFT = '#5a5147';
const ACCENT = '#97371a';

const PANEL = { width: 480, height: PICTURE_SIZE.height };
const ROOM = { width: 380, height: 400, sizes: [60, 54, 49, 44, 40] };

/** The image beside a panel of paper with the words: legible whatever the image is, and nothing of it hidden. */
export async function drawBesideImage(order: DrawJob, image: string): Promise<Sharp> {
  const { title, topic, siteName } = readable(order);
  const words = await setWords(title, ROOM, PANEL, (titleBox) =>
    box(
      {
        ...PANEL,
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '60px 40px 56px 60px',
        color: INK,
      },
      [
        box({ flexDirection: 'column' }, [
          label(topic, { color: ACCENT, marginBottom: 26 }),
          titleBox,
        ]),
        label(siteName, { color: INK_SOFT }),
      ],
    ),
  );
  const { width, height } = PICTURE_SIZE;
  const beside = await sharp(image, { sequentialRead: true })
    .resize({ width: width - PANEL.width, height, fit: 'cover' })
    .flatten({ background: PAPER })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: PAPER } }).composite([
    { input: beside, left: PANEL.width, top: 0 },
    { input: Buffer.from(words), left: 0, top: 0 },
  ]);
}
