import { Link } from 'react-router';
import { PageHead } from '../../components/page-head.tsx';
import prose from '../../components/prose.module.css';
import { StaticPage } from '../../components/static-page.tsx';
import { useSite } from '../../lib/site.ts';

export default function About() {
  const { name, description } = useSite();
  return (
    <StaticPage title="About">
      <PageHead title="About" description={`What ${name} is, and how it is made.`} path="/about" />
      <div className={prose.prose}>
        <p>
          {name} is a blog. {description}
        </p>
        <p>
          Articles appear here when they are ready, not when a calendar says so. They are about
          technology, finance, science and whatever else holds up to a second reading. There are no
          advertisements, no pop-ups and no trackers.
        </p>
        <h2>How it is made</h2>
        <p>
          One person writes; a small program, kept on one machine, does the rest. Pages arrive whole
          and read well on a phone, on paper, without scripts, and read aloud. If something does
          not, that is a mistake, and <Link to="/contact">a message about it</Link> is welcome.
        </p>
      </div>
    </StaticPage>
  );
}
