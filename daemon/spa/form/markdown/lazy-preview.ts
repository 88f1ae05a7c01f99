import { lazyPart } from '../../parts/lazy-part.js';

/** The parser weighs more than the form around it: a file of its own, which forms without a markdown field never load. */
export const MarkdownPreview = lazyPart(async () => (await import('./markdown-preview.js')).MarkdownPreview);
