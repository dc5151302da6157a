import { readFile } from 'node:fs/promises';
import satori, { type Font } from 'satori';

const NEWSREADER = ['latin', 'latin-ext', 'vietnamese'].map((script) => `newsreader-${script}`);
const INTER = [
  'latin',
  'latin-ext',
  'vietnamese',
  'cyrillic',
  'cyrillic-ext',
  'greek',
  'greek-ext',
].map((script) => `inter-${script}`);

/** There is one family per script; the next one is the fallback. */
const SERIF = [...NEWSREADER, ...INTER].join(', ');
const SANS = INTER.join(', ');

type Style = Readonly<Record<string, string | number>>;
type Box = { type: 'div'; key: string | null; props: object };

export function box(
  style: Style,
  children: string | readonly Box[],
  key: string | null = null,
): Box {
  const props = { style: { display: 'flex', boxSizing: 'border-box', ...style }, children };
  return { type: 'div', key, props };
}

export function label(text: string, style: Style = {}): Box {
  return box(
    {
      display: 'block',
      maxWidth: '100%',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontFamily: SANS,
      fontSize: 24,
      letterSpacing: '0.09em',
      textTransform: 'uppercase',
      ...style,
    },
    text,
  );
}

let fonts: Promise<Font[]> | undefined;

function loadFonts(): Promise<Font[]> {
  fonts ??= Promise.all(
    [...NEWSREADER, ...INTER].map(async (name) => ({
      name,
      data: await readFile(new URL(`./fonts/${name}.woff`, import.meta.url)),
      weight: 500,
      style: 'normal',
    })),
  );
  return fonts;
}

export type Size = { readonly width: number; readonly height: number };

async function renderSvg(content: Box, size: Size): Promise<string> {
  return satori(content, { ...size, fonts: await loadFonts() });
}

async function measure(content: Box, width: number): Promise<Size> {
  let measured: Size = { width: 0, height: 0 };
  await satori(box({ alignItems: 'flex-start' }, [content]), {
    width,
    height: 10_000,
    fonts: await loadFonts(),
    onNodeDetected: (node) => {
      if (node.key === content.key) measured = node;
    },
  });
  return measured;
}

type TitleRoom = Size & {
  /** The font sizes in pixels, the largest first. */
  readonly sizes: readonly number[];
};

const LINE_HEIGHT = 1.08;

function titleBox(text: string, fontSize: number, style: Style): Box {
  const type = { fontFamily: SERIF, fontSize, lineHeight: LINE_HEIGHT, letterSpacing: '-0.015em' };
  return box({ display: 'block', ...type, ...style }, text, 'title');
}

async function widestWordInEm(title: string): Promise<number> {
  const lines = title.replaceAll(/\s+/g, '\n');
  const { width } = await measure(titleBox(lines, 100, { whiteSpace: 'pre' }), 100_000);
  return width / 100;
}

/** Uses the largest size that fits, and an ellipsis if even the smallest does not. */
async function fitTitle(title: string, { width, height, sizes }: TitleRoom): Promise<Box> {
  const widestEm = await widestWordInEm(title);
  for (const fontSize of sizes.filter((size) => widestEm * size <= width)) {
    const fitting = titleBox(title, fontSize, { width, textWrap: 'balance' });
    if ((await measure(fitting, width)).height <= height) return fitting;
  }
  const smallest = sizes.at(-1) ?? 0;
  const lineClamp = Math.floor(height / (smallest * LINE_HEIGHT));
  return titleBox(title, smallest, { width, lineClamp, wordBreak: 'break-word' });
}

export async function renderTextAsSvg(
  title: string,
  room: TitleRoom,
  size: Size,
  layout: (title: Box) => Box,
): Promise<string> {
  return renderSvg(layout(await fitTitle(title, room)), size);
}
