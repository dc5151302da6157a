import { foldCase } from '@longhand/contract/fold-case';
import {
  FIELD_NAMES,
  type FieldName,
  fieldOf,
  type POST_FIELDS,
} from '@longhand/contract/post-fields';
import { isSameValue, type PostForm, splitTags, tagKeys } from './post-form.ts';

/** A field is merged together with its parts: an image with its description. */
export type MergedField = {
  [Name in FieldName]: (typeof POST_FIELDS)[Name] extends { partOf: string } ? never : Name;
}[FieldName];

const MERGED_FIELDS = FIELD_NAMES.filter((name) => !fieldOf(name).partOf) as MergedField[];

export function partsOf(field: MergedField): FieldName[] {
  return FIELD_NAMES.filter((name) => name === field || fieldOf(name).partOf === field);
}

export type Source = 'mine' | 'theirs' | 'combined' | 'choice';

export type Versions = {
  /** The common ancestor, if it is known. */
  readonly base: PostForm | null;
  readonly mine: PostForm;
  readonly theirs: PostForm;
};

export type Choices = Readonly<Partial<Record<MergedField, 'mine' | 'theirs'>>>;

function isSame(field: MergedField, a: PostForm, b: PostForm): boolean {
  return partsOf(field).every((name) => isSameValue(name, a, b));
}

function sourceOf(field: MergedField, { base, mine, theirs }: Versions): Source {
  if (!base) return 'choice';
  if (isSame(field, base, mine)) return 'theirs';
  if (isSame(field, base, theirs)) return 'mine';
  return fieldOf(field).kind === 'tags' ? 'combined' : 'choice';
}

/** The fields that differ, and which side each is taken from. */
export function compareForms(versions: Versions): ReadonlyMap<MergedField, Source> {
  const different = MERGED_FIELDS.filter((field) => !isSame(field, versions.mine, versions.theirs));
  return new Map(different.map((field) => [field, sourceOf(field, versions)]));
}

/** A three-way merge of the tags. */
function combineTags(base = '', mine = '', theirs = ''): string {
  const has = (tags: string, tag: string) => tagKeys(tags).includes(foldCase(tag));
  const remaining = splitTags(theirs).filter((tag) => !has(base, tag) || has(mine, tag));
  const added = splitTags(mine).filter((tag) => !has(base, tag) && !has(theirs, tag));
  return [...remaining, ...added].join(', ');
}

export function isTheirs(field: MergedField, source: Source, choices: Choices): boolean {
  return source === 'theirs' || (source === 'choice' && choices[field] === 'theirs');
}

/** A three-way merge; fields that both sides changed are taken from the chosen side. */
export function mergeForms(versions: Versions, choices: Choices): PostForm {
  const { base, mine, theirs } = versions;
  const taken = [...compareForms(versions)].flatMap(([field, source]) => {
    if (source === 'combined') {
      const [before, here, there] = [base, mine, theirs].map((form) => String(form?.[field] ?? ''));
      return [[field, combineTags(before, here, there)]];
    }
    if (!isTheirs(field, source, choices)) return [];
    return partsOf(field).map((name) => [name, theirs[name]]);
  });
  return { ...mine, ...Object.fromEntries(taken) };
}
