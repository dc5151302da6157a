import { Link } from 'react-router';
import styles from './message.module.css';

type Props = {
  title: string;
  text: string;
  back?: { to: string; label: string };
  children?: React.ReactNode;
};

export const FAILED = {
  title: 'Something went wrong',
  text: 'The page could not be shown. Please try again in a moment.',
};

export const NOT_FOUND = {
  title: 'Page Not Found',
  text: 'There is no page at this address.',
};

export const BACK_TO_BLOG = { to: '/blog', label: '← Back to Blog' };

/** A page with only a message: not found, failed. */
export function Message({
  title,
  text,
  back = { to: '/', label: '← Back to Home' },
  children,
}: Props) {
  return (
    <div className={styles.message}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p dir="auto">{text}</p>
      {children}
      <p>
        <Link to={back.to} dir="ltr">
          {back.label}
        </Link>
      </p>
    </div>
  );
}
