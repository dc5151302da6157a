import type { Placement } from '@longhand/contract/page-addresses';
import type { NewPageInput, Page, PageInput } from '@longhand/contract/pages';
import { POST_FIELDS } from '@longhand/contract/post-fields';

/** A page's fields as form values. */
export type PageForm = {
  readonly title: string;
  readonly slug: string;
  readonly content: string;
  readonly meta_description: string;
  readonly placement: Placement;
  /** A number, or nothing: then the page comes last. */
  readonly position: string;
};

export type PageField = keyof PageForm;

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
export const PAGE_FIELDS: Readonly<Record<PageField, string>> = {
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
  const { title, slug, content, meta_description, placement, position } = page;
  return {
    title,
    slug,
    content,
    meta_description: meta_description ?? '',
    placement,
    position: String(position),
  };
}

/** Spaces around a short field are not stored. */
function storedValue(field: PageField, form: PageForm): string {
  return field === 'content' ? form.content : form[field].trim();
}

/** Fields that would be stored differently. */
export function changedPageFields(from: PageForm, to: PageForm): PageField[] {
  return FIELD_NAMES.filter((field) => storedValue(field, from) !== storedValue(field, to));
}

export function isSamePageForm(a: PageForm, b: PageForm): boolean {
  return FIELD_NAMES.every((field) => a[field] === b[field]);
}

function inputOf(field: PageField, form: PageForm): unknown {
  const value = storedValue(field, form);
  if (field === 'meta_description') return value || null;
  return field === 'position' ? Number(value) : value;
}

/** Only what differs from the saved page: the text of About stays a template until it is changed. */
export function toPageInput(form: PageForm, saved: PageForm): PageInput {
  const fields = changedPageFields(saved, form)
    // Without a number, the page keeps its place, or is placed last.
    .filter((field) => field !== 'position' || form.position.trim() !== '');
  return Object.fromEntries(fields.map((field) => [field, inputOf(field, form)])) as PageInput;
}

export function toNewPageInput(form: PageForm): NewPageInput {
  const { title, content, placement } = form;
  return { ...toPageInput(form, EMPTY_PAGE), title, content, placement };
}

/** Whether `page` is the result of saving `sent`. */
export function isSavedPage(page: Page, sent: PageForm): boolean {
  const same = toPageForm(page);
  return (
    changedPageFields(same, { ...sent, position: sent.position.trim() || same.position }).length ===
    0
  );
}

/** The saved form, with what was typed since it was sent. */
export function rebasePageForm(current: PageForm, sent: PageForm, saved: PageForm): PageForm {
  const typed = FIELD_NAMES.filter((field) => current[field] !== sent[field]);
  return { ...saved, ...Object.fromEntries(typed.map((field) => [field, current[field]])) };
}

/** What was changed here, over the other version: fields that only that one changed are as it has them. */
export function mergePageForms(base: PageForm, mine: PageForm, theirs: PageForm): PageForm {
  const changed = changedPageFields(base, mine);
  return { ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) };
}

/** A field as text for people. */
export function shownPageValue(field: PageField, form: PageForm): string {
  return field === 'placement' ? PLACEMENT_NAMES[form.placement] : form[field];
}

/** For a list of differences. */
export function pageDifferences(from: PageForm, to: PageForm) {
  return changedPageFields(from, to).map((field) => ({
    label: PAGE_FIELDS[field],
    from: shownPageValue(field, from),
    to: shownPageValue(field, to),
  }));
}
