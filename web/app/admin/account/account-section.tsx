import { type ReactNode, type RefObject, useId } from 'react';

type Props = {
  title: string;
  /** For scripts that focus the heading. */
  headingRef?: RefObject<HTMLHeadingElement | null>;
  children: ReactNode;
};

export function AccountSection({ title, headingRef, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 ref={headingRef} id={id} tabIndex={headingRef && -1}>
        {title}
      </h3>
      {children}
    </section>
  );
}
