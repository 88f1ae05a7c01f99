/** Stands where a value would have been unsafe, or would have made the markup mean something else. Harmless anywhere. */
export const FAILSAFE = 'ZgotmplZ';
