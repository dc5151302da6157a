import type { PreviewedPost } from '@longhand/contract/posts/preview-links';
import { type Contents, contentsOf } from '@longhand/contract/text/contents';
import { data, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { ApiError, failureStatus } from '../../lib/api-client.ts';
import { isNeverLoaded, loadDocument } from '../../lib/document-page.ts';
import article from '../../reader/article/article.module.css';
import { ArticleHead } from '../../reader/article/prose/article-head.tsx';
import { ProseWithContents } from '../../reader/article/prose/prose.tsx';
import { apiContext, contentContext } from '../../reader/site/context.server.ts';
import { useSite } from '../../reader/site/site.ts';
import { Filled, useWords } from '../../reader/site/words.tsx';
import { LongDate } from '../../reader/ui/date.tsx';
import { Failed, Message } from '../../reader/ui/message.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    const found = await context.get(apiContext).findPreview(params.token ?? '');
    const { content, language, ...others } = found;
    const post = language === null ? others : { ...others, language };
    context.get(contentContext).html = content;
    return { post, contents: contentsOf(content), isGone: false };
  } catch (error) {
    if (error instanceof ApiError && error.movedTo) throw redirect(`/blog/${error.movedTo}`, 307);
    const status = failureStatus(error);
    return data({ post: null, contents: [], isGone: status === 404 }, { status });
  }
}

/** Only the server's response has the headers that keep the address secret. */
export const clientLoader = loadDocument;

export const shouldRevalidate = isNeverLoaded;

export default function Preview() {
  const words = useWords();
  const { post, contents, isGone } = useLoaderData<typeof loader>();
  if (post) return <PreviewedArticle post={post} contents={contents} />;
  return isGone ? (
    <Message title={words.text('not-found.title')} text={words.text('preview.gone')} />
  ) : (
    <Failed />
  );
}

type Previewed = {
  post: Omit<PreviewedPost, 'content' | 'language'> & { language?: string };
  contents: Contents;
};

function PreviewedArticle({ post, contents }: Previewed) {
  const { name } = useSite();
  const words = useWords();
  const what = post.published ? 'changes' : 'page';
  const title = post.title || words.text('post.untitled');
  return (
    <>
      <title>{`${post.meta_title ?? title} · ${name}`}</title>
      <meta name="robots" content="noindex" />
      <aside className={article.draft} aria-label={words.text('preview.label')} lang={words.lang}>
        <strong>{words.text(`preview.${what}`)}</strong>{' '}
        <span>
          <Filled
            word={`preview.${what}-until`}
            values={{ date: <LongDate date={post.expires_at} /> }}
          />
        </span>
      </aside>
      <article>
        <ArticleHead post={{ ...post, title }} />
        <ProseWithContents html={null} contents={contents} language={post.language} />
      </article>
    </>
  );
}
