import { lazyPart } from '../../ui/lazy-part.js';

/** The parser is larger than the form around it. It is a separate file that forms without a Markdown field never load. */
export const MarkdownPreview = lazyPart(async () => (await import('./markdown-preview.js')).MarkdownPreview);
