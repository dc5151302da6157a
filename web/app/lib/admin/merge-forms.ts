import {
  FIELD_NAMES,
  type FieldName,
  fieldOf,
  type POST_FIELDS,
} from '@longhand/contract/post-fields';
import { foldCase } from '@longhand/contract/text';
import { isSameValue, type PostForm, splitTags, tagKeys } from './post-form.ts';

/** A field with those that are part of it: a picture without its description would be wrong. */
export type MergedField = {
  [Name in FieldName]: (typeof POST_FIELDS)[Name] extends { partOf: string } ? never : Name;
}[FieldName];

const MERGED_FIELDS = FIELD_NAMES.filter((name) => !fieldOf(name).partOf) as MergedField[];

export function partsOf(field: MergedField): FieldName[] {
  return FIELD_NAMES.filter((name) => name === field || fieldOf(name).partOf === field);
}

export type Source = 'mine' | 'theirs' | 'combined' | 'choice';

export type Versions = {
  /** What both were made from, if that is known. */
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

/** The fields in which mine and theirs differ, and where each would come from. */
export function compareForms(versions: Versions): ReadonlyMap<MergedField, Source> {
  const different = MERGED_FIELDS.filter((field) => !isSame(field, versions.mine, versions.theirs));
  return new Map(different.map((field) => [field, sourceOf(field, versions)]));
}

/** Theirs, without what I removed, with what I added. */
function combineTags(base = '', mine = '', theirs = ''): string {
  const has = (tags: string, tag: string) => tagKeys(tags).includes(foldCase(tag));
  const left = splitTags(theirs).filter((tag) => !has(base, tag) || has(mine, tag));
  const added = splitTags(mine).filter((tag) => !has(base, tag) && !has(theirs, tag));
  return [...left, ...added].join(', ');
}

/** Whether the field is theirs in the merged form. */
export function isTheirs(field: MergedField, source: Source, choices: Choices): boolean {
  return source === 'theirs' || (source === 'choice' && choices[field] === 'theirs');
}

/** One form of two: each side's own changes, and of what both changed the one that was chosen. */
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
