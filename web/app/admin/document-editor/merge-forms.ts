import type { ShownKind } from '../post-form/shown-value.ts';

export type FieldOfForm<Form> = keyof Form & string;

export type FieldRules<Form> = {
  /** Leaves out fields that are parts of another one. */
  readonly names: readonly FieldOfForm<Form>[];
  /** A field is merged together with its parts, such as an image with its description. */
  readonly partsOf: (field: FieldOfForm<Form>) => readonly FieldOfForm<Form>[];
  readonly isSameValue: (field: FieldOfForm<Form>, a: Form, b: Form) => boolean;
  /** A three-way merge of one field; undefined if one of the sides must be chosen. */
  readonly combine: (field: FieldOfForm<Form>, versions: Versions<Form>) => string | undefined;
  readonly labelOf: (field: FieldOfForm<Form>) => string;
  /** Returns text for people. */
  readonly shownValue: (field: FieldOfForm<Form>, form: Form, timeZone: string) => string;
  readonly kindOf: (field: FieldOfForm<Form>) => ShownKind;
};

export type Source = 'mine' | 'theirs' | 'combined' | 'choice';

export type Versions<Form> = {
  /** The common ancestor; null if it is not known. */
  readonly base: Form | null;
  readonly mine: Form;
  readonly theirs: Form;
};

/** The keys are fields. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>;

function isSame<Form>(
  rules: FieldRules<Form>,
  field: FieldOfForm<Form>,
  a: Form,
  b: Form,
): boolean {
  return rules.partsOf(field).every((name) => rules.isSameValue(name, a, b));
}

function sourceOf<Form>(
  rules: FieldRules<Form>,
  field: FieldOfForm<Form>,
  versions: Versions<Form>,
): Source {
  const { base, mine, theirs } = versions;
  if (!base) return 'choice';
  if (isSame(rules, field, base, mine)) return 'theirs';
  if (isSame(rules, field, base, theirs)) return 'mine';
  return rules.combine(field, versions) === undefined ? 'choice' : 'combined';
}

export function compareForms<Form>(
  rules: FieldRules<Form>,
  versions: Versions<Form>,
): ReadonlyMap<FieldOfForm<Form>, Source> {
  const { mine, theirs } = versions;
  const different = rules.names.filter((field) => !isSame(rules, field, mine, theirs));
  return new Map(different.map((field) => [field, sourceOf(rules, field, versions)]));
}

export function isTheirs(field: string, source: Source, choices: Choices): boolean {
  return source === 'theirs' || (source === 'choice' && choices[field] === 'theirs');
}

/** A three-way merge; fields that both sides changed come from the chosen side. */
export function mergeForms<Form>(
  rules: FieldRules<Form>,
  versions: Versions<Form>,
  choices: Choices,
): Form {
  const { mine, theirs } = versions;
  const taken = [...compareForms(rules, versions)].flatMap(
    ([field, source]): [string, unknown][] => {
      if (source === 'combined') return [[field, rules.combine(field, versions)]];
      if (!isTheirs(field, source, choices)) return [];
      return rules.partsOf(field).map((name) => [name, theirs[name]]);
    },
  );
  return { ...mine, ...Object.fromEntries(taken) };
}
