import { topicPagePath } from '../lib/page-paths.ts';
import { useSite } from '../lib/site.ts';
import { blogData } from '../lib/structured-data.ts';
import { PageHead } from './page-head.tsx';
import { StructuredData } from './structured-data.tsx';

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
