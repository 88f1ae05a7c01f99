import { use, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react';
import { Part } from './part.js';
import { PartProblem } from './part-problem.js';

export interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Loads the file ahead, for what is going to be opened. Never rejects. */
  readonly preload: () => Promise<void>;
}

/**
 * Like React's `lazy`, except that a file that fails to load unmounts nothing and is not remembered: the component shows what
 * is missing in its own place, and offers to try again. While the file is loaded it suspends.
 */
export function lazyPart<Props extends object>(
  file: () => Promise<ComponentType<Props>>,
  Problem: typeof PartProblem = PartProblem,
): LazyPart<Props> {
  const part = new Part(file);
  function PartOfPage(props: Props) {
    const state = useSyncExternalStore(part.subscribe, part.get);
    if (state.kind === 'waiting') use(part.load());
    if (state.kind === 'failed') return <Problem isRetrying={state.isRetrying} onRetry={() => void part.load()} />;
    return state.kind === 'ready' ? <state.component {...props} /> : null;
  }
  return Object.assign(PartOfPage, { preload: part.load });
}
