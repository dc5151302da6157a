export type SamplePost = {
  readonly file: string;
  readonly title: string;
  readonly excerpt: string;
  readonly tags: readonly string[];
  readonly metaTitle?: string;
  readonly metaDescription?: string;
  readonly image?: string;
  readonly imageAlt?: string;
  readonly published: boolean;
  readonly daysAgo: number;
};

/** What a newcomer finds, oldest first: eight published posts and one draft. */
export const SAMPLE_POSTS: readonly SamplePost[] = [
  {
    file: 'page-weight.html',
    title: 'What a Page Weighs on a Slow Train',
    excerpt:
      'An article is a few kilobytes of words. What travels with it can be a thousand times heavier, and somebody has to wait for it.',
    tags: ['Technology', 'Design'],
    metaDescription:
      'Where the bytes of an ordinary web page go, how long they take on a slow connection, and a budget that keeps them in check.',
    image: 'train-scale.webp',
    imageAlt:
      'A balance stands before a train window: one sheet of paper in the raised pan, a pile of blocks in the other.',
    published: true,
    daysAgo: 58,
  },
  {
    file: 'compound-interest.html',
    title: 'The Quiet Arithmetic of Compound Interest',
    excerpt:
      'Benjamin Franklin left two cities a thousand pounds each and told them to wait two hundred years. His sum was nearly right.',
    tags: ['Finance', 'Life'],
    metaTitle: 'Compound interest, worked out slowly',
    image: 'coin-hills.webp',
    imageAlt:
      'Nine stacks of coins, each about half as high again as the one before, before hills and a red sun.',
    published: true,
    daysAgo: 51,
  },
  {
    file: 'tide-machine.html',
    title: 'The Machine That Added Up the Sea',
    excerpt:
      'Before electronic computers, the height of next year’s tides came out of a cabinet of brass wheels, a cord and a pen.',
    tags: ['Science', 'Technology'],
    metaDescription:
      'How William Thomson’s tide-predicting machine summed the motions of moon and sun with pulleys, and why it lasted until the 1960s.',
    image: 'tide-machine.webp',
    imageAlt:
      'A cord runs over and under nine pulleys and ends in a pen, which draws a curve that is the surface of the sea.',
    published: true,
    daysAgo: 44,
  },
  {
    file: 'margins.html',
    title: 'Margins Are Not Empty',
    excerpt:
      'In the most admired of old page designs, more than half of the paper carries no text at all. It was not wasted then, either.',
    tags: ['Design', 'Writing'],
    image: 'open-book.webp',
    imageAlt:
      'An open book with fine red construction lines; in the wide outer margin of its right page grows a sprig with berries.',
    published: true,
    daysAgo: 36,
  },
  {
    file: 'one-file.html',
    title: 'One File, Kept for Ten Years',
    excerpt:
      'A database in a single file is easy to keep and easy to lose. The difference is one command, and it is not the obvious one.',
    tags: ['Technology'],
    metaTitle: 'Keeping an SQLite database for ten years',
    metaDescription:
      'Why a plain copy of a live SQLite database is not a backup, and the three commands that make one you can trust.',
    published: true,
    daysAgo: 29,
  },
  {
    file: 'three-numbers.html',
    title: 'A Budget in Three Numbers',
    excerpt:
      'Most budgets fail at the forty-first category. Here is one with three, of which the second may even be wrong.',
    tags: ['Finance', 'Life'],
    published: true,
    daysAgo: 20,
  },
  {
    file: 'leaf-clock.html',
    title: 'How a Leaf Keeps Time',
    excerpt:
      'In 1729 an astronomer put a plant in the dark and found that it still knew when it was morning. Nobody concluded that it had a clock.',
    tags: ['Science', 'Life'],
    metaDescription:
      'From de Mairan’s mimosa to three proteins in a test tube: how plants, and nearly everything else, keep a clock inside.',
    image: 'leaf-clock.webp',
    imageAlt:
      'Twelve leaves stand like the hours of a clock, open on the bright half of the picture and folded on the dark half.',
    published: true,
    daysAgo: 11,
  },
  {
    file: 'writing-by-hand.html',
    title: 'Writing by Hand, Publishing by Machine',
    excerpt:
      'Slow at one end, fast at the other: what this site is for, how to begin, and how to get rid of the post you are reading.',
    tags: ['Writing', 'Technology', 'Design'],
    image: 'pen-lines.webp',
    imageAlt:
      'A pen draws three slow loops; its line then divides into broad coloured rays that carry pages away.',
    published: true,
    daysAgo: 3,
  },
  {
    file: 'lighthouses.html',
    title: 'Notes for a Post on Lighthouses',
    excerpt:
      'A draft, so only the owner of this site can see it: lenses, mercury, and the question of who paid for the oil.',
    tags: ['Science', 'Finance'],
    published: false,
    daysAgo: 1,
  },
];
