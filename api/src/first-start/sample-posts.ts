import type { PostInput } from '@longhand/contract/posts';

type SamplePost = PostInput & { readonly daysAgo: number };

/** What a newcomer finds, oldest first: eight published posts and one draft. */
export const SAMPLE_POSTS: readonly SamplePost[] = [
  {
    title: 'Why a Page Should Weigh Less Than Its Picture',
    excerpt: 'A habit of counting bytes, and what it does for somebody on a slow train.',
    content:
      '<p>The text of a long article fits into thirty kilobytes. Most pages that carry one weigh a hundred times as much.</p><h2>Count first</h2><p>Before making anything faster, write down what it weighs today. <strong>A number on paper</strong> ends most arguments.</p>',
    tags: ['Technology', 'Performance'],
    published: true,
    daysAgo: 60,
  },
  {
    title: 'The Quiet Arithmetic of Compound Interest',
    excerpt: 'Seven percent sounds small. Over thirty years it is the whole story.',
    content:
      '<p>At seven percent, money doubles in about ten years.</p><table><thead><tr><th>Years</th><th>Worth of 100</th></tr></thead><tbody><tr><td>10</td><td>197</td></tr><tr><td>20</td><td>387</td></tr><tr><td>30</td><td>761</td></tr></tbody></table><p>Nothing in this table happens quickly, which is why so few people wait for it.</p>',
    tags: ['Finance'],
    published: true,
    daysAgo: 53,
  },
  {
    title: 'What Tides Taught the First Computers',
    excerpt: 'Before silicon, a machine of brass wheels added up the sea.',
    content:
      '<p>A tide is a sum of slow waves, each with a period of its own. In the 1870s, machines of pulleys and wheels added them up and drew next year’s high water on a roll of paper.</p><blockquote><p>The answer was a curve, and one could sail by it.</p></blockquote>',
    tags: ['Science', 'Technology'],
    published: true,
    daysAgo: 45,
  },
  {
    title: 'Margins Are Not Empty',
    excerpt: 'White space is where a reader rests a thumb, and an eye.',
    content:
      '<p>A line of sixty-six characters is comfortable because the eye finds its way back. What stands beside it is not wasted.</p><ul><li>Leave room at the edge.</li><li>Leave more at the foot.</li><li>Then leave it alone.</li></ul>',
    tags: ['Design'],
    published: true,
    daysAgo: 38,
  },
  {
    title: 'One File, Ten Years',
    excerpt: 'The case for keeping everything in a database that is a single file.',
    content:
      '<p>A backup that takes one command is a backup that exists.</p><pre><code class="language-sh">cp data/longhand.sqlite somewhere-safe/</code></pre><p>Everything else is a plan.</p>',
    tags: ['Technology'],
    published: true,
    daysAgo: 30,
  },
  {
    title: 'Budgets for People Who Dislike Budgets',
    excerpt: 'Three numbers are enough, and one of them may be wrong.',
    content:
      '<ol><li>What comes in each month.</li><li>What has to go out.</li><li>What you decide to keep before you see the rest.</li></ol><p>The third is the only one you control, so <em>decide it first</em>.</p>',
    tags: ['Finance', 'Life'],
    published: true,
    daysAgo: 21,
  },
  {
    title: 'How a Leaf Keeps Time',
    excerpt: 'Plants close at dusk, even in a cupboard. Someone had to try it.',
    content:
      '<p>In 1729 a plant was put into the dark, and its leaves went on opening every morning. The clock was inside.</p><h3>Since then</h3><p>Nearly everything that lives has turned out to have one.</p>',
    tags: ['Science'],
    published: true,
    daysAgo: 12,
  },
  {
    title: 'Writing by Hand, Publishing by Machine',
    excerpt: 'Slow at one end, fast at the other: how this site is meant to be used.',
    content:
      '<p>Write as slowly as you like. Once you press <kbd>Publish</kbd>, it should be everywhere at once.</p><p>This is a sample post. Log in, change it, or delete it: it is yours.</p>',
    tags: ['Design', 'Technology'],
    published: true,
    daysAgo: 3,
  },
  {
    title: 'Notes for a Post on Lighthouses',
    excerpt: 'A draft: only you can see it until you publish it.',
    content: '<p>Fresnel. Stairs. The keeper’s log. Who paid for the oil?</p>',
    tags: ['Science'],
    published: false,
    daysAgo: 1,
  },
];
