import type { Page } from '@longhand/contract/pages';
import { type SaveFailure, withoutErrors } from '../save-failure.ts';
import type { PageDraft } from './page-drafts.ts';
import {
  EMPTY_PAGE,
  isSamePageForm,
  type PageForm,
  rebasePageForm,
  toPageForm,
} from './page-form.ts';

/** What the form is compared with and saved over. */
export type PageBaseline = {
  readonly page: Page | null;
  readonly version: number;
  readonly form: PageForm;
};

export type PageState = {
  readonly form: PageForm;
  readonly baseline: PageBaseline;
  /** Until then, the address of a new page follows its title. */
  readonly isAddressEdited: boolean;
  readonly saving: boolean;
  readonly savedAt: Date | null;
  /** Why the last save failed; null once one has succeeded. */
  readonly failure: SaveFailure | null;
  /** The page as another tab or device has saved it. */
  readonly theirs: Page | null;
  readonly isDeleted: boolean;
  /** Whether somebody has asked to keep the form as it is now in this browser. */
  readonly isKept: boolean;
  /** Local drafts of this page that can be restored. */
  readonly localDrafts: readonly PageDraft[];
};

export type PageAction =
  | { readonly type: 'change'; readonly fields: Partial<PageForm> }
  | { readonly type: 'derive-address'; readonly title: string; readonly slug: string }
  | { readonly type: 'start-save' | 'end-save' | 'keep' | 'take-theirs' | 'dismiss-conflict' }
  | ({ readonly type: 'saved' } & SavedPage)
  | { readonly type: 'save-failed'; readonly failure: SaveFailure; readonly theirs: Page | null }
  | { readonly type: 'offer-draft'; readonly draft: PageDraft }
  | { readonly type: 'remove-draft'; readonly key: string }
  | ({ readonly type: 'restore-draft' } & Pick<PageState, 'form' | 'baseline' | 'isAddressEdited'>);

type SavedPage = { readonly page: Page; readonly sent: PageForm; readonly at: Date };

export function pageBaseline(page: Page | null): PageBaseline {
  return { page, version: page?.version ?? 0, form: page ? toPageForm(page) : EMPTY_PAGE };
}

/** What an editor opens with. */
export type OpenedPage = Pick<PageState, 'baseline' | 'localDrafts'>;

export function initialPageState({ baseline, localDrafts }: OpenedPage): PageState {
  return {
    form: baseline.form,
    baseline,
    isAddressEdited: baseline.page !== null,
    saving: false,
    savedAt: null,
    failure: null,
    theirs: null,
    isDeleted: false,
    isKept: false,
    localDrafts,
  };
}

export function isPageUnsaved({ form, baseline }: Pick<PageState, 'form' | 'baseline'>): boolean {
  return !isSamePageForm(form, baseline.form);
}

function change(state: PageState, fields: Partial<PageForm>): PageState {
  return {
    ...state,
    form: { ...state.form, ...fields },
    failure: withoutErrors(state.failure, fields),
    isKept: false,
  };
}

function saved(state: PageState, { page, sent, at }: SavedPage): PageState {
  // Why not all of the page: the text in the fields must not change while typing.
  const { slug, position } = toPageForm(page);
  const form = { ...sent, slug, position };
  return {
    ...state,
    form: rebasePageForm(state.form, sent, form),
    baseline: { page, version: page.version, form },
    isAddressEdited: true,
    savedAt: at,
    failure: null,
    theirs: null,
    isDeleted: false,
    isKept: false,
  };
}

function withBaseline(state: PageState, baseline: PageBaseline): PageState {
  return { ...state, form: baseline.form, baseline, theirs: null, failure: null, isKept: false };
}

export function reducePage(state: PageState, action: PageAction): PageState {
  switch (action.type) {
    case 'change': {
      const isAddressEdited = state.isAddressEdited || 'slug' in action.fields;
      return { ...change(state, action.fields), isAddressEdited };
    }
    case 'derive-address': {
      const { title, slug } = action;
      // The title may have been changed while the address was made.
      if (state.isAddressEdited || state.form.title !== title) return state;
      return state.form.slug === slug ? state : change(state, { slug });
    }
    case 'start-save':
      return { ...state, saving: true };
    case 'end-save':
      return { ...state, saving: false };
    case 'saved':
      return saved(state, action);
    case 'save-failed': {
      const { failure, theirs } = action;
      const isDeleted = failure.status === 404 && state.baseline.page !== null;
      return { ...state, failure, theirs, isDeleted };
    }
    case 'keep':
      return { ...state, isKept: true };
    case 'take-theirs':
      return state.theirs ? withBaseline(state, pageBaseline(state.theirs)) : state;
    case 'dismiss-conflict':
      return { ...state, theirs: null };
    case 'offer-draft':
      return { ...state, localDrafts: [action.draft, ...state.localDrafts] };
    case 'remove-draft':
      return {
        ...state,
        localDrafts: state.localDrafts.filter(({ key }) => key !== action.key),
      };
    case 'restore-draft': {
      const { form, baseline, isAddressEdited } = action;
      return { ...state, form, baseline, isAddressEdited, isKept: false };
    }
  }
}
