import type { Value } from '../values/value.js';
import type { Frame } from './frame.js';

/** What one template's call has in common with its caller's. */
export type Caller = Pick<Frame, 'depth' | 'work' | 'printer' | 'translate'>;

/** A compiled template: closures, ready to be run any number of times. */
export interface TemplateBody {
  /** What a call of it adds to the depth: see MAX_CALL_DEPTH. */
  readonly height: number;
  run(caller: Caller, dot: Value): void;
}
