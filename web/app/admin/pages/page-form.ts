import type { Placement } from '@longhand/contract/pages/page-addresses';
import type { NewPageInput, Page, PageInput } from '@longhand/contract/pages/pages';
import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import type { FieldRules } from '../document-editor/merge-forms.ts';
import type { ShownKind } from '../post-form/shown-value.ts';

export type PageForm = {
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly meta_description: string;
  readonly placement: Placement;
  /** A number as text; if it is empty, the page comes last. */
  readonly position: string;
};

type PageField = keyof PageForm;

export const EMPTY_PAGE: PageForm = {
  title: '',
  slug: '',
  content: '',
  meta_description: '',
  placement: 'none',
  position: '',
};

export const PLACEMENT_NAMES: Readonly<Record<Placement, string>> = {
  header: 'Header',
  footer: 'Footer',
  none: 'Not linked',
};

/** In the order of the screen. */
const PAGE_FIELDS: Readonly<Record<PageField, string>> = {
  title: POST_FIELDS.title.label,
  content: POST_FIELDS.content.label,
  slug: POST_FIELDS.slug.label,
  placement: 'Shown in',
  position: 'Order',
  meta_description: POST_FIELDS.meta_description.label,
};

const FIELD_NAMES = Object.keys(PAGE_FIELDS) as PageField[];

type WrittenPage = Omit<Page, 'id' | 'version' | 'created_at' | 'updated_at' | 'is_default'>;

export function toPageForm(page: WrittenPage): PageForm {
  const { title, slug, content, placement } = page;
  const meta_description = page.meta_description ?? '';
  return { title, slug, content, meta_description, placement, position: String(page.position) };
}

/** Spaces around short fields are not stored. */
function storedValue(field: PageField, form: PageForm): string {
  return field === 'content' ? form.content : form[field].trim();
}

function changedPageFields(from: PageForm, to: PageForm): PageField[] {
  return FIELD_NAMES.filter((field) => storedValue(field, from) !== storedValue(field, to));
}

function inputOf(field: PageField, form: PageForm): unknown {
  const value = storedValue(field, form);
  if (field === 'meta_description') return value || null;
  return field === 'position' ? Number(value) : value;
}

/** Sends only changed fields, because the text of About stays a template until it is changed. */
export function toPageInput(form: PageForm, saved: PageForm): PageInput {
  const fields = changedPageFields(saved, form)
    // Without a number, the page keeps its place, or a new one comes last.
    .filter((field) => field !== 'position' || form.position.trim() !== '');
  return Object.fromEntries(fields.map((field) => [field, inputOf(field, form)])) as PageInput;
}

export function toNewPageInput(form: PageForm): NewPageInput {
  const { title, content, placement } = form;
  return { ...toPageInput(form, EMPTY_PAGE), title, content, placement };
}

export function isSavedPage(page: Page, sent: PageForm): boolean {
  const same = toPageForm(page);
  return (
    changedPageFields(same, { ...sent, position: sent.position.trim() || same.position }).length ===
    0
  );
}

function shownPageValue(field: PageField, form: PageForm): string {
  return field === 'placement' ? PLACEMENT_NAMES[form.placement] : form[field];
}

function kindOf(field: PageField): ShownKind {
  return field === 'content' ? 'html' : 'text';
}

export function pageDifferences(from: PageForm, to: PageForm) {
  return changedPageFields(from, to).map((field) => ({
    label: PAGE_FIELDS[field],
    kind: kindOf(field),
    from: shownPageValue(field, from),
    to: shownPageValue(field, to),
  }));
}

export const PAGE_RULES: FieldRules<PageForm> = {
  names: FIELD_NAMES,
  partsOf: (field) => [field],
  isSameValue: (field, a, b) => storedValue(field, a) === storedValue(field, b),
  combine: () => undefined,
  labelOf: (field) => PAGE_FIELDS[field],
  shownValue: shownPageValue,
  kindOf,
};

/** The address of a new page follows its title until the owner types another one. */
export function followedAddress(
  address: string,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  return address === before ? after : address;
}
