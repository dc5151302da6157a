import type { CopyCalls } from '../api/working-copy-calls.ts';
import type { LocalDrafts } from './drafts/local-drafts.ts';
import type { Baseline, StoredCopy } from './editor-state.ts';
import type { FieldRules } from './merge-forms.ts';
import type { SavedState } from './private-changes.ts';

/** A post or a page. */
export type EditedDocument = {
  readonly id: string;
  readonly slug: string;
  readonly version: number;
  readonly updated_at: string | null;
};

/** A post or a page, and its fields as form values. */
export type DocumentTypes = {
  readonly document: EditedDocument;
  readonly form: { readonly title: string; readonly slug: string; readonly content: string };
};

/** After a failure, `over` is the version it was to replace. */
export type Sent<T extends DocumentTypes> =
  | { readonly document: T['document'] }
  | {
      readonly error: unknown;
      readonly over: Baseline<T>;
      /** The document on the server if it was changed elsewhere. */
      readonly theirs: T['document'] | undefined;
    };

/** What differs between the editors of posts and pages. */
export type DocumentKind<T extends DocumentTypes> = {
  readonly name: 'post' | 'page';
  readonly emptyForm: T['form'];
  readonly toForm: (document: T['document']) => T['form'];
  /** Fields that the server may set when it saves. */
  readonly setByServer: readonly (keyof T['form'])[];
  /** What can change without a version: in the working copy only if it is not as in the document. */
  readonly sentIfChanged: readonly (keyof T['form'])[];
  /** What ‘Publish’ sets, and what it counts as a change of. */
  readonly publishing: { readonly from: Partial<T['form']>; readonly to: Partial<T['form']> };
  readonly fields: FieldRules<T['form']>;
  /** What the address is made of. */
  readonly slugSource: (form: T['form']) => string;
  /** In which it is spelled; without one, like English. */
  readonly slugLanguage?: (form: T['form'], siteLanguage: string) => string;
  /** Undefined if there is none. */
  readonly find: (id: string) => Promise<T['document'] | undefined>;
  readonly findVersion: (id: string, version: number) => Promise<T['document']>;
  readonly copies: CopyCalls;
  readonly drafts: LocalDrafts<T['form']>;
  /** Creates or changes the document, of which `copy` is the working copy. */
  readonly send: (
    form: T['form'],
    over: Baseline<T>,
    sources: { readonly creationKey: string; readonly copy: StoredCopy<T> | null },
  ) => Promise<Sent<T>>;
  readonly savedState: (document: T['document'] | null) => SavedState;
  /** Takes it offline as it is saved, and leaves the working copy; for what can be offline. */
  readonly unpublish?: (id: string) => Promise<T['document']>;
  /** Where a save leads if nothing was typed meanwhile; null stays in the editor. */
  readonly afterSave: (
    document: T['document'],
  ) => { readonly to: string; readonly state: unknown } | null;
  readonly texts: {
    readonly saveFailed: string;
    /** After a save that stays in the editor. */
    readonly saved?: string;
    /** Where it is restored from after it was deleted, and that it is there. */
    readonly trash: string;
    readonly isInTrash: string;
    readonly back: { readonly to: () => string; readonly label: string };
  };
};
