import { SocialLinks } from '../../components/footer.tsx';
import { PageHead } from '../../components/page-head.tsx';
import prose from '../../components/prose.module.css';
import { StaticPage } from '../../components/static-page.tsx';
import { useSite } from '../../lib/site.ts';

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
          Write to <a href={`mailto:${site.contactEmail}`}>{site.contactEmail}</a>, or say hello
          where you are anyway:
        </p>
        <SocialLinks site={site} />
      </div>
    </StaticPage>
  );
}
