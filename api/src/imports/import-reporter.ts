import type { ImportKind, ImportReport } from '@longhand/contract/imports';

/** Collects what an import does. */
export function createReporter(kind: ImportKind, dryRun: boolean) {
  const skipped: ImportReport['skipped'] = [];
  const notes: ImportReport['notes'] = [];
  const missing = new Set<string>();
  const counts = { posts: 0, pages: 0, drafts: 0, pictures: 0, redirects: 0 };

  const count = (name: keyof typeof counts, number = 1) => {
    counts[name] += number;
  };

  return {
    skip: (title: string, reason: string) => void skipped.push({ title, reason }),
    note: (title: string, note: string) => void notes.push({ title, note }),
    pictureImported: () => count('pictures'),
    pictureMissing: (address: string) => void missing.add(address),
    redirectsMade: (number: number) => count('redirects', number),
    pageImported: () => count('pages'),
    postImported(isPublic: boolean): void {
      count('posts');
      if (!isPublic) count('drafts');
    },

    finish(comments: number): ImportReport {
      const { posts, pages, drafts, pictures, redirects } = counts;
      const imported = posts + pages;
      return {
        ...{ kind, dry_run: dryRun, items: imported + skipped.length, imported },
        ...{ posts, pages, drafts, skipped, notes, redirects, comments },
        pictures: { imported: pictures, missing: [...missing].toSorted() },
      };
    },
  };
}

export type ImportReporter = ReturnType<typeof createReporter>;
