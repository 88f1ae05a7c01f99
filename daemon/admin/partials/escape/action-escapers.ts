import { isComment } from './context.js';
import type { Context } from './context.js';
import type { EscaperName } from './escapers/table.js';

/** Why nothing can be put here; the action's author has to change the template. */
export class NoEscaping extends Error {}

/** What a value goes through in this context. Throws NoEscaping. */
export function escapersFor(context: Context): EscaperName[] {
  const refused = refusedPlace(context);
  if (refused) throw new NoEscaping(`output in ${refused} is refused: a partial has no use for it`);
  const escapers = forState(context);
  switch (context.delimiter) {
    case 'none':
      return escapers;
    case 'space or tag end':
      return [...escapers, 'unquoted attribute'];
    default:
      return [...escapers, 'quoted attribute'];
  }
}

function forState(context: Context): EscaperName[] {
  switch (context.state) {
    case 'text':
    case 'rcdata':
      return ['text'];
    case 'attribute':
      return [];
    case 'attribute name':
      return ['attribute name'];
    case 'url':
      return forUrl(context);
    case 'srcset':
      return ['srcset'];
    default:
      return isComment(context) ? ['comment'] : [];
  }
}

function forUrl({ urlPart }: Context): EscaperName[] {
  switch (urlPart) {
    case 'none':
      return ['url filter', 'url'];
    case 'before query':
      return ['url'];
    case 'query or fragment':
      return ['url component'];
    case 'unknown':
      throw new NoEscaping('depending on the branch taken, this is before or behind the ? of the URL');
  }
}

function refusedPlace({ state, otherScript }: Context): string | undefined {
  if (state.startsWith('script')) return 'a script or an event handler (on…, data-on…)';
  if (state.startsWith('style')) return 'a style';
  return otherScript === 'content' ? 'a script element' : undefined;
}
