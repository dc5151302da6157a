import type { ComponentProps } from 'react';
import admin from './admin.module.css';

/** Does not submit the form it is in. */
export function Button(props: ComponentProps<'button'>) {
  return <button type="button" {...props} />;
}

/** Looks like a link. */
export function PlainButton(props: ComponentProps<'button'>) {
  return <Button className={admin.plain} {...props} />;
}
