// Separate from the schemas, so that the browser does not load zod.

export type FieldKind =
  | 'requiredText'
  | 'text'
  | 'html'
  | 'tags'
  | 'image'
  | 'slug'
  | 'boolean'
  | 'date'
  | 'language'
  | 'post';

type PostField<Name extends string = string> = {
  readonly kind: FieldKind;
  readonly label: string;
  /** Counted in UTF-16 units. */
  readonly limit?: number;
  /** The field that it changes together with. */
  readonly partOf?: Name;
  /**
   * Used in a new post, and in a snapshot from before the field existed. Without a default, the field is required
   * there.
   */
  readonly default?: string | boolean | null | readonly string[];
  readonly isImported?: false;
};

/**
 * In the order in which the screen shows them to a writer. Schemas, columns, form and merging derive from it, so every
 * field is in versions, working copies and exports, and in an import of an export unless it says so.
 */
export const POST_FIELDS = {
  title: { kind: 'requiredText', label: 'Title', limit: 300 },
  excerpt: { kind: 'requiredText', label: 'Excerpt', limit: 5_000, default: '' },
  content: { kind: 'html', label: 'Content', limit: 1_000_000 },
  featured_image: { kind: 'image', label: 'Featured Image', default: null },
  featured_image_alt: {
    kind: 'text',
    label: 'Image description',
    limit: 1_000,
    default: null,
    partOf: 'featured_image',
  },
  tags: { kind: 'tags', label: 'Tags', default: [] },
  meta_title: { kind: 'text', label: 'Meta Title', limit: 300, default: null },
  meta_description: { kind: 'text', label: 'Meta Description', limit: 1_000, default: null },
  slug: { kind: 'slug', label: 'Address' },
  language: { kind: 'language', label: 'Language', default: null },
  translation_of: { kind: 'post', label: 'Translation of', default: null },
  published: { kind: 'boolean', label: 'Published', default: false },
  published_at: { kind: 'date', label: 'Date', default: null },
  publish_at: { kind: 'date', label: 'Scheduled for', default: null },
  send_when_published: {
    kind: 'boolean',
    label: 'Send when published',
    default: false,
    partOf: 'publish_at',
    // Whoever subscribes to this blog has not asked for the posts of another one.
    isImported: false,
  },
} as const satisfies Readonly<Record<string, PostField>>;

export type FieldName = keyof typeof POST_FIELDS;
export type FieldOf<Kind extends FieldKind> = {
  [Name in FieldName]: (typeof POST_FIELDS)[Name]['kind'] extends Kind ? Name : never;
}[FieldName];

export const FIELD_NAMES = Object.keys(POST_FIELDS) as FieldName[];

/** In the order of the specification; fields that it does not name come after these. */
const SPECIFIED: readonly FieldName[] = [
  'title',
  'content',
  'excerpt',
  'tags',
  'meta_title',
  'meta_description',
  'published',
  'featured_image',
];

/** In the order of the API's JSON. */
export const API_FIELD_NAMES: readonly FieldName[] = [...new Set([...SPECIFIED, ...FIELD_NAMES])];

export function fieldOf(name: FieldName): PostField<FieldName> {
  return POST_FIELDS[name];
}
