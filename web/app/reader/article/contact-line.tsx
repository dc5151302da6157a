import { Fragment } from 'react';
import { useSite } from '../site/site.ts';
import prose from './prose/prose.module.css';

/** Below the text of the contact page, whatever that says. */
export function ContactLine() {
  const { contactEmail, links } = useSite();
  return (
    <div className={prose.prose}>
      <p dir="auto">
        Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
        {links.length > 0 && ', or say hello on '}
        {links.map(({ label, url }, index) => (
          <Fragment key={`${label} ${url}`}>
            {index > 0 && (index === links.length - 1 ? ' or ' : ', ')}
            <a href={url} rel="me noopener" dir="auto">
              {label}
            </a>
          </Fragment>
        ))}
        .
      </p>
    </div>
  );
}
