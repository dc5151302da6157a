import { Button } from '../button.tsx';
import { Menu } from '../floating/menu.tsx';

/** The visible labels are the same in every row, so screen readers get the title, too. */
export function HiddenTitle({ title }: { title: string }) {
  return <span className="visually-hidden"> “{title}”</span>;
}

type Props = {
  title: string;
  busy: boolean;
  actions: readonly (readonly [label: string, run: () => void])[];
};

export function RowMenu({ title, busy, actions }: Props) {
  const label = (
    <>
      More
      <span className="visually-hidden"> actions</span>
      <HiddenTitle title={title} />
    </>
  );
  return (
    <Menu label={label}>
      {actions.map(([name, run]) => (
        <Button key={name} aria-disabled={busy} onClick={run}>
          {name}
          <HiddenTitle title={title} />
        </Button>
      ))}
    </Menu>
  );
}
