import type { Given } from '../spot.js';
import type { CompileContext } from './context.js';

interface Bounds {
  readonly min: Given<number> | undefined;
  readonly max: Given<number> | undefined;
  readonly minDate: Given<string> | undefined;
  readonly maxDate: Given<string> | undefined;
}

/** Bounds that let nothing through would refuse every value, on a form that nobody could then save. */
export function checkBounds({ min, max, minDate, maxDate }: Bounds, { problems }: CompileContext): void {
  if (min !== undefined && max !== undefined && min.value > max.value) {
    problems.add(max.at, `is ${max.value}, below min`, { expected: `at least ${min.value}` });
  }
  // Dates of this form compare as texts.
  if (minDate !== undefined && maxDate !== undefined && minDate.value > maxDate.value) {
    problems.add(maxDate.at, `is ${maxDate.value}, before minDate`, { expected: `${minDate.value} or later` });
  }
}
