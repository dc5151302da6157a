import { PageHead } from '../../components/page-head.tsx';
import prose from '../../components/prose.module.css';
import { StaticPage } from '../../components/static-page.tsx';
import { useSite } from '../../lib/site.ts';

export default function Contact() {
  const { name, contactEmail, social } = useSite();
  return (
    <StaticPage title="Contact">
      <PageHead title="Contact" description={`How to reach ${name}.`} path="/contact" />
      <div className={prose.prose}>
        <p>
          Questions, corrections and kind words are read, every one of them, and most are answered
          within a few days.
        </p>
        <p>
          Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, or say hello on{' '}
          <a href={social.instagram} rel="me noopener">
            Instagram
          </a>
          .
        </p>
      </div>
    </StaticPage>
  );
}
