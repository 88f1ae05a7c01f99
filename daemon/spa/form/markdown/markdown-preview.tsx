import { useDeferredValue, useMemo } from 'react';
import { usePhrases } from '../../i18n/phrases-context.js';
import { MarkdownNodes } from './markdown-nodes.js';
import { parseMarkdown } from './parse-markdown.js';
import './markdown-preview.css';

export function MarkdownPreview({ text }: { readonly text: string }) {
  const { say } = usePhrases();
  const settled = useDeferredValue(text);
  const root = useMemo(() => parseMarkdown(settled), [settled]);
  return (
    <div className="markdown" dir="auto">
      {root.children.length === 0 ? (
        <p className="markdown__nothing">{say('markdown.nothing')}</p>
      ) : (
        <MarkdownNodes root={root} />
      )}
    </div>
  );
}
