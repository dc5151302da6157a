import { textOf, type WxrElement } from './wxr/channel-elements.ts';

const SKIPPED_TYPES: Readonly<Record<string, string>> = {
  attachment: 'It is a file of the media library: pictures come with the posts that show them.',
  nav_menu_item: 'It is an entry of a menu. Menus are not imported.',
  revision: 'It is an earlier version of another item.',
  wp_block: 'It is a reusable block, not a post or page.',
  custom_css: 'It holds styles of a theme. The look of the blog is not imported.',
  customize_changeset: 'It holds settings of a theme. The look of the blog is not imported.',
  wp_global_styles: 'It holds styles of a theme. The look of the blog is not imported.',
  wp_navigation: 'It is a menu. Menus are not imported.',
  wp_template: 'It is a template of a theme. The look of the blog is not imported.',
  wp_template_part: 'It is a template of a theme. The look of the blog is not imported.',
};

const SKIPPED_STATUSES: Readonly<Record<string, string>> = {
  trash: 'It was in the trash.',
  'auto-draft': 'It is a draft that WordPress made by itself, which nobody has saved.',
  inherit: 'It is an earlier version of another item.',
};

/** Exports of the first version have no type, and contain only posts. */
export function typeOf(item: WxrElement): string {
  return textOf(item, 'wp:post_type') || 'post';
}

export function statusOf(item: WxrElement): string {
  return textOf(item, 'wp:status') || 'publish';
}

/** Null if the item is imported. */
export function reasonToSkip(item: WxrElement): string | null {
  const type = typeOf(item);
  if (Object.hasOwn(SKIPPED_TYPES, type)) return SKIPPED_TYPES[type] ?? null;
  if (type !== 'post' && type !== 'page')
    return `It is of the type “${type}”, which is neither a post nor a page.`;
  const status = statusOf(item);
  return Object.hasOwn(SKIPPED_STATUSES, status) ? (SKIPPED_STATUSES[status] ?? null) : null;
}

type Visibility = { readonly status: 'public' | 'draft'; readonly note: string | null };

const DRAFT_NOTES: Readonly<Record<string, string | null>> = {
  draft: null,
  pending: 'It was waiting for review, and is a draft now.',
  private: 'It was private, and is a draft now.',
};

function becomesDraft(note: string | null): Visibility {
  return { status: 'draft', note };
}

export function visibilityOf(item: WxrElement): Visibility {
  const status = statusOf(item);
  if (Object.hasOwn(DRAFT_NOTES, status)) return becomesDraft(DRAFT_NOTES[status] ?? null);
  if (textOf(item, 'wp:post_password') !== '')
    return becomesDraft('It was protected by a password, and is a draft now.');
  if (status === 'future' && typeOf(item) === 'page')
    return becomesDraft('It was scheduled, which pages cannot be here: it is a draft now.');
  if (status === 'publish' || status === 'future') return { status: 'public', note: null };
  return becomesDraft(`Its status was “${status}”, and it is a draft now.`);
}
