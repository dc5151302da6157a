/** What a button does now. */
export type Effect = {
  readonly text: string;
  /** True if readers then see something else, at once or at a date. */
  readonly isPublic: boolean;
};

/** Hidden from the name of its button, which it describes. */
export function EffectLine({ id, text }: { id: string; text: string }) {
  return (
    <small id={id} aria-hidden="true">
      {text}
    </small>
  );
}
