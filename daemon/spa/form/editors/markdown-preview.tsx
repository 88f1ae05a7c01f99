import type { Components } from 'hast-util-to-jsx-runtime';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { CSSProperties, ReactNode } from 'react';
import { useDeferredValue, useMemo } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { safeLink, safePicture } from '../../../admin/api/addresses.js';
import { usePhrases } from '../../platform/phrases.js';
import { Picture } from '../../ui/images.js';
import { markdownTree } from './markdown-tree.js';
import './markdown-preview.css';

interface LinkProps {
  readonly href?: string | undefined;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
}

/** A link without a safe target is rendered as text. */
function Link({ href, title, children }: LinkProps) {
  const target = safeLink(href ?? '');
  if (target === undefined) return children;
  return (
    <a href={target} title={title} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

interface PictureProps {
  readonly src?: string | undefined;
  readonly alt?: string | undefined;
  readonly title?: string | undefined;
}

function MarkdownPicture({ src = '', alt = '', title }: PictureProps) {
  const source = safePicture(src);
  if (source !== undefined) return <Picture src={source} alt={alt} />;
  return (
    <Link href={src} title={title}>
      {alt === '' ? src : alt}
    </Link>
  );
}

interface CellProps {
  readonly style?: CSSProperties | undefined;
  readonly children?: ReactNode;
}

/** The elements that differ from those that the Markdown produces. */
const COMPONENTS: Partial<Components> = {
  a: Link,
  img: MarkdownPicture,
  // Areas that scroll sideways need the focus of the keyboard.
  pre: ({ children }) => (
    <pre dir="ltr" tabIndex={0}>
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="markdown__table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  th: ({ children, style }: CellProps) => (
    <th scope="col" style={style}>
      {children}
    </th>
  ),
  input: ({ checked }) => <span aria-hidden="true">{checked === true ? '☑' : '☐'}</span>,
};

export function MarkdownPreview({ text }: { readonly text: string }) {
  const { say } = usePhrases();
  const settled = useDeferredValue(text);
  const tree = useMemo(() => markdownTree(settled), [settled]);
  return (
    <div className="markdown" dir="auto">
      {tree.children.length === 0 ? (
        <p className="markdown__nothing">{say('markdown.nothing')}</p>
      ) : (
        toJsxRuntime(tree, { Fragment, jsx, jsxs, components: COMPONENTS })
      )}
    </div>
  );
}
