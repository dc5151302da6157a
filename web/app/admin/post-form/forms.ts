export function changedFields<Form extends object>(from: Form, to: Form): (keyof Form)[] {
  return (Object.keys(to) as (keyof Form)[]).filter((name) => from[name] !== to[name]);
}

export function isSameForm<Form extends object>(a: Form, b: Form): boolean {
  return changedFields(a, b).length === 0;
}

/** Keeps what was typed since the form was sent. */
export function rebaseForm<Form extends object>(current: Form, sent: Form, saved: Form): Form {
  const typed = changedFields(sent, current).map((field) => [field, current[field]]);
  return { ...saved, ...Object.fromEntries(typed) };
}
