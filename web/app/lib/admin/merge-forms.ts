import { FIELD_LABELS, isSameValue, type PostForm, splitTags, tagKeys } from './post-form.ts';

/** A picture and its description are one: the one without the other would be wrong. */
export type MergedField = Exclude<keyof PostForm, 'featured_image_alt'>;

/** Where a field in which two versions differ is taken from. */
export type Source = 'mine' | 'theirs' | 'combined' | 'choice';

export type Versions = {
  /** What both were made from, if that is known. */
  readonly base: PostForm | null;
  readonly mine: PostForm;
  readonly theirs: PostForm;
};

export type Choices = Readonly<Partial<Record<MergedField, 'mine' | 'theirs'>>>;

const FIELDS = (Object.keys(FIELD_LABELS) as (keyof PostForm)[]).filter(
  (field) => field !== 'featured_image_alt',
);

function isSame(field: MergedField, a: PostForm, b: PostForm): boolean {
  if (!isSameValue(field, a, b)) return false;
  return field !== 'featured_image' || isSameValue('featured_image_alt', a, b);
}

function sourceOf(field: MergedField, { base, mine, theirs }: Versions): Source {
  if (!base) return 'choice';
  if (isSame(field, base, mine)) return 'theirs';
  if (isSame(field, base, theirs)) return 'mine';
  return field === 'tags' ? 'combined' : 'choice';
}

/** The fields in which mine and theirs differ, and where each would come from. */
export function compareForms(versions: Versions): ReadonlyMap<MergedField, Source> {
  const different = FIELDS.filter((field) => !isSame(field, versions.mine, versions.theirs));
  return new Map(different.map((field) => [field, sourceOf(field, versions)]));
}

/** Theirs, without what I removed, with what I added. */
function combineTags(base: string, mine: string, theirs: string): string {
  const [before, kept, there] = [base, mine, theirs].map((tags) => new Set(tagKeys(tags)));
  const keyOf = (tag: string) => tagKeys(tag)[0] ?? '';
  const left = splitTags(theirs).filter((tag) => !before?.has(keyOf(tag)) || kept?.has(keyOf(tag)));
  const added = splitTags(mine).filter(
    (tag) => !before?.has(keyOf(tag)) && !there?.has(keyOf(tag)),
  );
  return [...left, ...added].join(', ');
}

/** One form of two: each side's own changes, and of what both changed the one that was chosen. */
export function mergeForms(versions: Versions, choices: Choices): PostForm {
  const { base, mine, theirs } = versions;
  const taken = [...compareForms(versions)].flatMap(([field, source]): Partial<PostForm>[] => {
    if (source === 'combined') {
      return [{ tags: combineTags(base?.tags ?? '', mine.tags, theirs.tags) }];
    }
    const isTheirs = source === 'theirs' || (source === 'choice' && choices[field] === 'theirs');
    if (!isTheirs) return [];
    const together = field === 'featured_image' && {
      featured_image_alt: theirs.featured_image_alt,
    };
    return [{ [field]: theirs[field], ...together }];
  });
  return Object.assign({}, mine, ...taken);
}
