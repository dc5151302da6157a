import { topicPagePath } from '../site/page-paths.ts';
import { useSite } from '../site/site.ts';
import { PageHead } from '../ui/page-head.tsx';
import { blogData } from '../ui/post-structured-data.ts';
import { StructuredData } from '../ui/structured-data.tsx';

type Props = { topic: string | undefined; hidden: boolean };

/** Every topic has its own page; a search has no canonical URL. */
export function BlogHead({ topic, hidden }: Props) {
  const site = useSite();
  if (topic === undefined) {
    return (
      <>
        <PageHead title="Blog" description={site.blogSubtitle} path="/blog" hidden={hidden} />
        <StructuredData data={blogData(site)} />
      </>
    );
  }
  return (
    <PageHead
      title={`Posts on ${topic}`}
      description={`Everything on ${topic} from ${site.name}.`}
      path={topicPagePath(topic)}
      topic={topic}
      hidden={hidden}
    />
  );
}
