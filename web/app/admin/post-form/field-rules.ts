import { foldCase } from '@longhand/contract/fold-case';
import { FIELD_NAMES, type FieldName, fieldOf } from '@longhand/contract/post-fields';
import { isSameValue, type PostForm, splitTags, tagKeys } from './post-form.ts';
import { shownKind, shownValue } from './shown-value.ts';

function partsOf(field: FieldName): FieldName[] {
  return FIELD_NAMES.filter((name) => name === field || fieldOf(name).partOf === field);
}

/** A three-way merge of the tags. */
function combineTags(base: string, mine: string, theirs: string): string {
  const has = (tags: string, tag: string) => tagKeys(tags).includes(foldCase(tag));
  const remaining = splitTags(theirs).filter((tag) => !has(base, tag) || has(mine, tag));
  const added = splitTags(mine).filter((tag) => !has(base, tag) && !has(theirs, tag));
  return [...remaining, ...added].join(', ');
}

type Versions = {
  readonly base: PostForm | null;
  readonly mine: PostForm;
  readonly theirs: PostForm;
};

/** For merging two versions of a post. */
export const POST_RULES = {
  names: FIELD_NAMES.filter((name) => !fieldOf(name).partOf),
  partsOf,
  isSameValue,
  combine: (field: FieldName, { base, mine, theirs }: Versions) =>
    fieldOf(field).kind === 'tags'
      ? combineTags(base?.tags ?? '', mine.tags, theirs.tags)
      : undefined,
  labelOf: (field: FieldName) => fieldOf(field).label,
  shownValue,
  kindOf: shownKind,
};
