import type { Translation } from '@longhand/contract/posts/posts';
import { FEED_KINDS, FEEDS, feedPath } from '../site/feeds.ts';
import { iconPath } from '../site/icons.ts';
import { openGraphLocale } from '../site/language.ts';
import { useOpenGraphLocale, useSite } from '../site/site.ts';

type Props = {
  title: string;
  description: string;
  /** The path of the canonical URL. */
  path: string;
  /** Leaves out the site's name after the title. */
  bare?: boolean;
  article?: Article;
  translations?: readonly Pick<Translation, 'language' | 'slug'>[];
  /** Links the feeds of this topic instead of the site's. */
  topic?: string | null;
  hidden?: boolean;
};

type Article = {
  /** Null stands for the language of the site. */
  readonly language: string | null;
  readonly published: string;
  readonly modified: string;
  readonly tags: readonly string[];
  readonly picture: { readonly url: string; readonly alt: string };
};

export function PageHead(props: Props) {
  const { title, description, path, bare = false, article, topic = null, hidden = false } = props;
  const { translations = [] } = props;
  const site = useSite();
  const siteLocale = useOpenGraphLocale();
  const url = site.url + path;
  const picture = article?.picture ?? {
    url: site.url + iconPath('icon-512.png', site),
    alt: site.name,
  };
  return (
    <>
      <title>{bare ? title : `${title} · ${site.name}`}</title>
      <meta name="description" content={description} />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta name="robots" content="max-image-preview:large" />
          <link rel="canonical" href={url} />
          {translations.length > 0 && (
            <>
              <Alternate language={article?.language ?? site.language} url={url} />
              {translations.map(({ language, slug }) => (
                <Alternate key={slug} language={language} url={`${site.url}/blog/${slug}`} />
              ))}
            </>
          )}
        </>
      )}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={url} />
      <meta
        property="og:locale"
        content={article?.language ? openGraphLocale(article.language) : siteLocale}
      />
      <meta property="og:image" content={picture.url} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content={article ? 'summary_large_image' : 'summary'} />
      {article && <ArticleMeta {...article} />}
      {FEED_KINDS.map((kind) => (
        <link
          key={kind}
          rel="alternate"
          type={FEEDS[kind].type}
          title={`${topic === null ? site.name : `${topic} · ${site.name}`} (${FEEDS[kind].label})`}
          href={feedPath(kind, topic)}
        />
      ))}
    </>
  );
}

function Alternate({ language, url }: { language: string; url: string }) {
  return <link rel="alternate" hrefLang={language} href={url} />;
}

function ArticleMeta({ published, modified, tags }: Article) {
  return (
    <>
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="article:published_time" content={published} />
      <meta property="article:modified_time" content={modified} />
      {tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  );
}
