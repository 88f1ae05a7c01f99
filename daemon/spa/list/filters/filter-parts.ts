import { lazyPart } from '../../ui/lazy-part.js';

/** Most visits do not filter, so the contents of the popovers load when the first one opens. */
export const FilterEditor = lazyPart(async () => (await import('./filter-editor.js')).FilterEditor);
export const FilterPicker = lazyPart(async () => (await import('./filter-editor.js')).FilterPicker);
