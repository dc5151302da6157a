import type { SiteLink } from '@longhand/contract/site/site-defaults';
import type { ReactNode } from 'react';
import { useSite } from '../site/site.ts';
import { Filled, fillWithNodes, useWords } from '../site/words.tsx';
import prose from './prose/prose.module.css';

function SocialLink({ label, url }: SiteLink) {
  return (
    <a href={url} rel="me noopener" dir="auto">
      {label}
    </a>
  );
}

/** Writes a list in the site's language: “A, B or C”. */
function useLinkList(links: readonly SiteLink[]): ReactNode {
  const words = useWords();
  return links
    .map((link): ReactNode => <SocialLink key={`${link.label} ${link.url}`} {...link} />)
    .reduce((list, link, index) =>
      index === links.length - 1
        ? fillWithNodes(words.raw('contact.last-link'), { links: list, last: link })
        : fillWithNodes(words.raw('contact.links'), { links: list, next: link }),
    );
}

function LineWithLinks({ email, links }: { email: ReactNode; links: readonly SiteLink[] }) {
  return <Filled word="contact.line-with-links" values={{ email, links: useLinkList(links) }} />;
}

/** The contact page has this line below its text, whatever that says. */
export function ContactLine() {
  const { contactEmail, links } = useSite();
  const { lang, direction } = useWords();
  const email = <a href={`mailto:${contactEmail}`}>{contactEmail}</a>;
  return (
    <div className={prose.prose}>
      <p lang={lang} dir={direction}>
        {links.length > 0 ? (
          <LineWithLinks email={email} links={links} />
        ) : (
          <Filled word="contact.line" values={{ email }} />
        )}
      </p>
    </div>
  );
}
