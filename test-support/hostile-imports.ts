/** Files of an archive, by their paths. */
type Files = Readonly<Record<string, string>>;

const spaces = (length: number) => ' '.repeat(length);

function wordpressExport(category: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><item><title>One</title><link>https://old.example/one/</link><guid>https://old.example/?p=1</guid><category domain="category" nicename="a"><![CDATA[${category}]]></category><content:encoded><![CDATA[Text]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_name>one</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`;
}

/**
 * Texts for which an importer that looks for a place again and again takes time that grows with the
 * square or cube of `length`. Each archive has one post.
 */
export const HOSTILE_IMPORTS: Readonly<Record<string, (length: number) => Files>> = {
  'a heading after spaces': (length) => ({
    '_posts/2020-01-02-a.md': `# ${spaces(length)}${'x'.repeat(600)}\n\nText`,
  }),
  'a Liquid output that does not end': (length) => ({
    '_config.yml': 'title: Blog',
    '_posts/2020-01-02-a.md': `Text {{${spaces(length)}`,
  }),
  'a shortcode that does not end': (length) => ({
    'hugo.toml': 'title = "Blog"',
    'content/posts/a.md': `Text {{<${spaces(length)}`,
  }),
  'front matter of empty lines': (length) => ({
    '_posts/2020-01-02-a.md': `---${'\n'.repeat(length)}Text`,
  }),
  'a heading with spaces in it': (length) => ({
    '_posts/2020-01-02-a.md': `Text\n\n## a${spaces(length)}b`,
  }),
  'a paragraph with spaces in it': (length) => ({
    '_config.yml': 'title: Blog',
    '_posts/2020-01-02-a.md': `a${spaces(length)}b`,
  }),
  'topics of spaces': (length) => ({
    '_posts/2020-01-02-a.md': `---\ntags: ["a${spaces(Math.min(length, 60_000))}b"]\n---\nText`,
  }),
  'a category of spaces': (length) => ({
    'export.xml': wordpressExport(`a${spaces(length)}b`),
  }),
  'a list of pictures that is all commas': (length) => ({
    '_posts/2020-01-02-a.md': `<picture><source srcset="${','.repeat(length)}"></picture>`,
  }),
  'code between ever more backticks': (length) => ({
    'a.md': Array.from({ length: length / 20_000 }, () =>
      Array.from({ length: 190 }, (_, index) => `a${'`'.repeat(index + 1)}`).join(''),
    ).join('\n'),
  }),
};
