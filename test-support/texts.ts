import type { PostInput } from '@longhand/contract/posts/posts';

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Random = ReturnType<typeof createRandom>;

export function pick<Item>(random: Random, from: readonly Item[]): Item {
  return from[Math.floor(random() * from.length)] as Item;
}

const WORDS = 4_000;
/** The most frequent words of English, most frequent first. */
const FREQUENT =
  'the of and to a in is it that was for on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know get through back much before go good new write our used me man too any day same right look think also around another came come work three word must because does part even place well such here take why things help put years different away again off went old number great tell men say small every found still between name should home big give air line set own under read last never us left end along while might next sound below saw something thought both few those always looked show large often together asked house world going want school important until form food keep children feet land side without boy once animals life enough took sometimes four head above kind began almost live page got earth need far hand high year mother light parts country father let night following picture being study second soon story since white ever paper hard near sentence better best across during today however sure means knew it’s try told young miles sun ways thing whole hear example heard several change answer room sea against top turned learn point city play toward five using himself usually'.split(
    ' ',
  );
const STARTS =
  'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sc sh sl st t th tr v w'.split(' ');
const VOWELS = 'a e i o u ea ai ou ee'.split(' ');
const ENDS = 'n r l t s m d ck nd st rn ll ng p'.split(' ');
const ENDINGS = ['', '', '', 'ing', 'ed', 'er', 'ly', 'ness', 'ment', 'able'];

function inventWord(random: Random): string {
  const syllables = random() < 0.55 ? 1 : 2;
  let word = '';
  for (let n = 0; n < syllables; n += 1)
    word += pick(random, STARTS) + pick(random, VOWELS) + pick(random, ENDS);
  return word + pick(random, ENDINGS);
}

function inventVocabulary(): readonly string[] {
  const random = createRandom(4);
  const words = new Set(FREQUENT);
  while (words.size < WORDS) words.add(inventWord(random));
  return [...words];
}

/** Ordinary words, then invented ones; the n-th is drawn 1/n times as often as the first. */
export const VOCABULARY = inventVocabulary();

const ZIPF = VOCABULARY.reduce<number[]>((sums, _, at) => {
  sums.push((sums.at(-1) ?? 0) + 1 / (at + 1));
  return sums;
}, []);

function drawWord(random: Random): string {
  const wanted = random() * (ZIPF.at(-1) ?? 0);
  let low = 0;
  let high = ZIPF.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ZIPF[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return VOCABULARY[low] as string;
}

const TOPICS =
  'Astronomy Baking Birds Books Botany Bridges Chess Cities Cinema Clocks Coffee Cycling Design Economics Fishing Forests Gardens Geology Glass History Islands Kitchens Language Letters Maps Markets Mathematics Music Optics Paper Photography Pottery Radio Rivers Sailing Stone Tea Trains Weather Wool'.split(
    ' ',
  );

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function drawWords(random: Random, least: number, most: number): string[] {
  return Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, () =>
    drawWord(random),
  );
}

function sentence(random: Random): string {
  const words = drawWords(random, 6, 20);
  const marked = words.map((word, at) => {
    const chance = random();
    if (chance < 0.012) return `<strong>${word}</strong>`;
    if (chance < 0.024) return `<em>${word}</em>`;
    if (chance < 0.032) return `<a href="https://example.com/${at}">${word}</a>`;
    return chance < 0.09 && at < words.length - 1 ? `${word},` : word;
  });
  return `${capitalise(marked.join(' '))}.`;
}

function sentences(random: Random, least: number, most: number): string {
  const number = least + Math.floor(random() * (most - least + 1));
  return Array.from({ length: number }, () => sentence(random)).join(' ');
}

function block(random: Random): string {
  const chance = random();
  if (chance < 0.12) return `<h2>${capitalise(drawWords(random, 2, 6).join(' '))}</h2>`;
  if (chance < 0.2) return `<blockquote><p>${sentences(random, 1, 2)}</p></blockquote>`;
  if (chance < 0.28) {
    const items = Array.from({ length: 4 }, () => `<li>${sentence(random)}</li>`);
    return `<ul>${items.join('')}</ul>`;
  }
  return `<p>${sentences(random, 3, 6)}</p>`;
}

export function visibleText(html: string): string {
  return html
    .replace(/<[^<>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Always the same post for the same `n`; looks like English. */
export function writePost(n: number, letters: number): PostInput & { content: string } {
  const random = createRandom(n + 1);
  const blocks: string[] = [];
  for (let written = 0; written < letters; ) {
    const next = block(random);
    blocks.push(next);
    written += visibleText(next).length;
  }
  return {
    title: capitalise(drawWords(random, 4, 8).join(' ')),
    excerpt: visibleText(sentences(random, 1, 2)),
    content: blocks.join('\n'),
    tags: [...new Set(Array.from({ length: 1 + (n % 3) }, () => pick(random, TOPICS)))],
    published: n % 10 !== 9,
  };
}

function neighbours(n: number): string {
  const words =
    visibleText(writePost(n, 2_000).content)
      .toLowerCase()
      .match(/[a-z]+/g) ?? [];
  return words.slice(60, 62).join(' ');
}

const word = (rank: number) => VOCABULARY[rank] as string;

/** Alternating kinds, so that a shortened run includes all of them. */
export const SEARCHES: readonly string[] = Array.from({ length: 10 }, (_, n) => [
  word([0, 3, 9, 25, 60, 110, 180, 250, 330, 420][n] as number),
  word(1_500 + n * 270),
  neighbours(n * 9),
  ['zzyzx', 'a', 'th', 'qqqq', 'e', 'no such words', 'xylophonic', 'q', 'st', 'the zzz'][
    n
  ] as string,
]).flat();

/** The texts while it is being typed. */
export function prefixes(text: string): string[] {
  return Array.from(text, (_, at) => text.slice(0, at + 1));
}
