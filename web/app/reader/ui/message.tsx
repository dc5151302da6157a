import { Link } from 'react-router';
import { useWords } from '../site/words.tsx';
import styles from './message.module.css';

type Props = {
  title: string;
  text: string;
  /** Where the link below leads: to the blog or the home page, or elsewhere. */
  back?: keyof typeof PATHS | { to: string; label: string };
  children?: React.ReactNode;
};

const PATHS = { blog: '/blog', home: '/' } as const;

export function Message({ title, text, back = 'home', children }: Props) {
  const words = useWords();
  const { to, label } =
    typeof back === 'string' ? { to: PATHS[back], label: words.text(`back.${back}`) } : back;
  return (
    <div className={styles.message} lang={words.lang}>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p dir="auto">{text}</p>
      {children}
      <p>
        <Link to={to} dir={words.direction}>
          {label}
        </Link>
      </p>
    </div>
  );
}

type KnownProps = Pick<Props, 'back' | 'children'>;

export function Failed(props: KnownProps) {
  const words = useWords();
  return <Message title={words.text('failed.title')} text={words.text('failed.text')} {...props} />;
}

export function NotFound() {
  const words = useWords();
  return <Message title={words.text('not-found.title')} text={words.text('not-found.text')} />;
}
