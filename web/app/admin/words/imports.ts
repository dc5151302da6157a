export const ABOUT_IMPORT =
  'Bring posts, pages and pictures from another blog: a WordPress (XML), Ghost, Medium, Substack or Longhand export, or a zip of Markdown files. You see a preview first. You can run an import again: it adds only what is missing.';
export const LEAVE_WHILE_IMPORTING =
  'You can leave this page. The import continues, and its report will appear here.';
export const IMPORT_CANCELLED =
  'The import was cancelled. What was already imported stays. To add the rest, import the file again.';

export function aboutMissingPictures(missing: number): string {
  const pictures =
    missing === 1 ? '1 picture is' : `${missing.toLocaleString('en-US')} pictures are`;
  return `${pictures} not in the file. Fetching copies missing pictures from the old blog; otherwise they stay linked there.`;
}
