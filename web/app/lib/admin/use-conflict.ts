import type { Post } from '@longhand/contract/posts';
import { useState } from 'react';
import { type Choices, type MergedField, mergeForms, type Versions } from './merge-forms.ts';
import { type PostForm, toForm } from './post-form.ts';
import type { SaveKind } from './use-editor.ts';

type Found = {
  /** Somebody else's version. */
  readonly theirs: Post;
  /** What was being done when it came to light. */
  readonly kind: SaveKind;
  readonly base: PostForm | null;
};

/** 'Publish' means so, whatever the box says. */
export function asMeant(form: PostForm, kind: SaveKind): PostForm {
  return kind === 'publish' ? { ...form, published: true } : form;
}

/** The post was saved elsewhere meanwhile: what is different, and what shall come of it. */
export function useConflict() {
  const [found, setFound] = useState<Found | null>(null);
  const [choices, setChoices] = useState<Choices>({});

  function versions({ theirs, kind, base }: Found, mine: PostForm): Versions {
    return {
      // Who presses 'Publish' asks for that, even if the post was public before.
      base: base && kind === 'publish' ? { ...base, published: false } : base,
      mine: asMeant(mine, kind),
      theirs: toForm(theirs),
    };
  }

  return {
    found: found && {
      ...found,
      choices,
      choose: (field: MergedField, from: 'mine' | 'theirs') =>
        setChoices((now) => ({ ...now, [field]: from })),
      versionsWith: (mine: PostForm) => versions(found, mine),
      mergeWith: (mine: PostForm) => mergeForms(versions(found, mine), choices),
    },
    begin(next: Found): void {
      setFound(next);
      setChoices({});
    },
    end: () => setFound(null),
  };
}

export type Conflict = NonNullable<ReturnType<typeof useConflict>['found']>;
