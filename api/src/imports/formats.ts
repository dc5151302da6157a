import type { SourceFormat } from './source.ts';
import { wordpressFormat } from './wordpress/wordpress-format.ts';

/** In the order in which they are asked whether an archive is theirs: the more exact ones first. */
export const FORMATS: readonly SourceFormat[] = [wordpressFormat];
