import { Fragment } from 'react';
import { PageHead } from '../../components/page-head.tsx';
import prose from '../../components/prose.module.css';
import { StaticPage } from '../../components/static-page.tsx';
import { socialLinks, useSite } from '../../lib/site.ts';

export default function Contact() {
  const site = useSite();
  return (
    <StaticPage title="Contact">
      <PageHead title="Contact" description={`How to reach ${site.name}.`} path="/contact" />
      <div className={prose.prose}>
        <p>
          Questions, corrections and kind words are read, every one of them, and most are answered
          within a few days.
        </p>
        <p>
          Write to <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>, or say hello on{' '}
          {socialLinks(site).map(([label, href], index, all) => (
            <Fragment key={label}>
              {index > 0 && (index === all.length - 1 ? ' or ' : ', ')}
              <a href={href} rel="me noopener">
                {label}
              </a>
            </Fragment>
          ))}
          .
        </p>
      </div>
    </StaticPage>
  );
}
