import { nudge, sameContext } from './context.js';
import type { Context } from './context.js';

/** The context after two branches of which either may have run; undefined when what follows would have two meanings. */
export function join(left: Context, right: Context): Context | undefined {
  if (sameContext(left, right)) return left;
  if (sameContext({ ...left, urlPart: right.urlPart }, right)) return { ...left, urlPart: 'unknown' };
  if (sameContext({ ...left, slash: right.slash }, right)) return { ...left, slash: 'unknown' };
  // Only this project's own rule makes a difference between these two, so it is the stricter one that counts.
  if (sameContext({ ...left, otherScript: right.otherScript }, right))
    return left.otherScript === 'outside' ? right : left;
  // `<p title={{if .C}}{{.}}{{end}}`: no value was begun in the one branch, an unquoted one in the other.
  const [nudgedLeft, nudgedRight] = [nudge(left), nudge(right)];
  if (sameContext(nudgedLeft, left) && sameContext(nudgedRight, right)) return undefined;
  return join(nudgedLeft, nudgedRight);
}
