import { topicPagePath } from '@longhand/contract/posts/topic-paths';
import { useSite } from '../site/site.ts';
import { useWords } from '../site/words.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { blogData } from '../ui/post-structured-data.ts';
import { StructuredData } from '../ui/structured-data.tsx';

type Props = { topic: string | undefined; hidden: boolean };

/** Every topic has its own page; a search has no canonical URL. */
export function BlogHead({ topic, hidden }: Props) {
  const site = useSite();
  const words = useWords();
  if (topic === undefined) {
    return (
      <>
        <PageHead
          title={words.text('blog.title')}
          description={site.blogSubtitle}
          path="/blog"
          hidden={hidden}
        />
        <StructuredData data={blogData(site, words.text('blog.title'))} />
      </>
    );
  }
  return (
    <PageHead
      title={words.text('topic.title', { topic })}
      description={words.text('topic.description', { topic, site: site.name })}
      path={topicPagePath(topic)}
      topic={topic}
      hidden={hidden}
    />
  );
}
