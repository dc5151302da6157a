import { ghostFormat } from './ghost/ghost-format.ts';
import { longhandFormat } from './longhand/longhand-format.ts';
import { markdownFormat } from './markdown/markdown-format.ts';
import { mediumFormat } from './medium/medium-format.ts';
import type { SourceFormat } from './source.ts';
import { substackFormat } from './substack/substack-format.ts';
import { wordpressFormat } from './wordpress/wordpress-format.ts';

/** In the order in which they are asked whether an archive is theirs: the more exact ones first. */
export const FORMATS: readonly SourceFormat[] = [
  longhandFormat,
  wordpressFormat,
  ghostFormat,
  substackFormat,
  mediumFormat,
  markdownFormat,
];
