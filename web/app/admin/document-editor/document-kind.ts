import type { CopyCalls } from '../api/working-copy-calls.ts';
import type { Effect } from '../ui/effect-line.tsx';
import type { LocalDrafts } from './drafts/local-drafts.ts';
import type { Baseline, EditorState, SaveKind, StoredCopy } from './editor-state.ts';
import type { FieldRules } from './merge-forms.ts';
import type { SavedState } from './working-copy-notice.ts';

export type EditedDocument = {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly updated_at: string | null;
};

export type DocumentTypes = {
  readonly document: EditedDocument;
  readonly form: { readonly title: string; readonly slug: string; readonly content: string };
};

/** After a failure, `over` is the version that it should have replaced. */
export type Sent<T extends DocumentTypes> =
  | { readonly document: T['document'] }
  | {
      readonly error: unknown;
      readonly over: Baseline<T>;
      /** The document on the server, if it was changed elsewhere. */
      readonly theirs: T['document'] | undefined;
    };

export type DocumentKind<T extends DocumentTypes> = {
  readonly name: 'post' | 'page';
  readonly emptyForm: T['form'];
  readonly toForm: (document: T['document']) => T['form'];
  /** Changes a form that was stored as it is opened, based on `baseline`. */
  readonly reopen?: (form: T['form'], baseline: Baseline<T>) => T['form'];
  readonly setByServer: readonly (keyof T['form'])[];
  /** Fields that can change without a new version; a working copy has them only if they were edited. */
  readonly sentIfChanged: readonly (keyof T['form'])[];
  /** The values that ‘Publish’ sets, and those that it is compared with in a merge. */
  readonly publishing: { readonly from: Partial<T['form']>; readonly to: Partial<T['form']> };
  readonly fields: FieldRules<T['form']>;
  readonly slugSource: (form: T['form']) => string;
  /** The language whose transliteration the slug uses; English without one. */
  readonly slugLanguage?: (form: T['form'], siteLanguage: string) => string;
  readonly find: (id: string) => Promise<T['document'] | undefined>;
  readonly findVersion: (id: string, version: number) => Promise<T['document']>;
  readonly copies: CopyCalls;
  readonly drafts: LocalDrafts<T['form']>;
  /** Creates or updates the document, whose working copy is `copy`. */
  readonly send: (
    form: T['form'],
    over: Baseline<T>,
    sources: { readonly creationKey: string; readonly copy: StoredCopy<T> | null },
  ) => Promise<Sent<T>>;
  /** What saving would do now. */
  readonly effects: (
    edited: Pick<EditorState<T>, 'baseline' | 'conflict' | 'form'>,
    timeZone: string,
  ) => Readonly<Record<SaveKind, Effect>>;
  readonly savedState: (document: T['document'] | null) => SavedState;
  /** Null if it is not scheduled. */
  readonly publishAt?: (document: T['document'] | null) => string | null;
  /**
   * Takes the saved document offline, or ends its schedule, and leaves the working copy; only for
   * kinds that can be offline.
   */
  readonly unpublish?: (id: string) => Promise<T['document']>;
  /** Where a save leads if nothing was typed meanwhile; null stays in the editor. */
  readonly afterSave: (
    document: T['document'],
  ) => { readonly to: string; readonly state: unknown } | null;
  readonly texts: {
    readonly saveFailed: string;
    /** Says where a deleted document can be restored, and that it is there. */
    readonly trash: string;
    readonly isInTrash: string;
    readonly back: { readonly to: () => string; readonly label: string };
  };
};
