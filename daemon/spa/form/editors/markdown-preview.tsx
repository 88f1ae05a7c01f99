import type { Nodes, Parents, Root, Table } from 'mdast';
import type { ReactNode } from 'react';
import { useDeferredValue, useMemo } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { Picture } from '../../ui/images.js';
import type { Definitions } from './markdown-tree.js';
import { definitionsOf, headingLevels, parseMarkdown, safeLink, safePicture } from './markdown-tree.js';
import './markdown-preview.css';

/**
 * The tree as elements and text. HTML in it is shown as plain text: nothing is parsed as HTML here, so a record cannot
 * inject scripts.
 */
function MarkdownNodes({ root }: { readonly root: Root }): ReactNode {
  return childrenOf(root, { definitions: definitionsOf(root), levels: headingLevels(root) });
}

/** Facts about the whole text that rendering a part of it requires. */
interface Whole {
  readonly definitions: Definitions;
  readonly levels: ReturnType<typeof headingLevels>;
}

function childrenOf({ children }: Parents, whole: Whole): ReactNode {
  return children.map((node, index) => <Node key={index} node={node} whole={whole} />);
}

function Node({ node, whole }: { readonly node: Nodes; readonly whole: Whole }): ReactNode {
  const { definitions, levels } = whole;
  const inner = (parent: Parents) => childrenOf(parent, whole);
  switch (node.type) {
    case 'text':
    case 'html':
      return node.value;
    case 'paragraph':
      return <p>{inner(node)}</p>;
    case 'heading': {
      const Heading = `h${levels.get(node) ?? 6}` as const;
      return <Heading data-depth={node.depth}>{inner(node)}</Heading>;
    }
    case 'emphasis':
      return <em>{inner(node)}</em>;
    case 'strong':
      return <strong>{inner(node)}</strong>;
    case 'delete':
      return <del>{inner(node)}</del>;
    case 'inlineCode':
      return <code>{node.value}</code>;
    case 'code':
      return (
        <pre dir="ltr" tabIndex={0}>
          <code>{node.value}</code>
        </pre>
      );
    case 'blockquote':
      return <blockquote>{inner(node)}</blockquote>;
    case 'list':
      return node.ordered === true ? <ol start={node.start ?? 1}>{inner(node)}</ol> : <ul>{inner(node)}</ul>;
    case 'listItem':
      return (
        <li {...(typeof node.checked === 'boolean' && { className: 'markdown__task' })}>
          {typeof node.checked === 'boolean' && <span aria-hidden="true">{node.checked ? '☑ ' : '☐ '}</span>}
          {inner(node)}
        </li>
      );
    case 'link':
      return <Link url={node.url}>{inner(node)}</Link>;
    case 'linkReference':
      return <Link url={definitions.get(node.identifier) ?? ''}>{inner(node)}</Link>;
    case 'image':
      return <MarkdownPicture url={node.url} alt={node.alt ?? ''} />;
    case 'imageReference':
      return <MarkdownPicture url={definitions.get(node.identifier) ?? ''} alt={node.alt ?? ''} />;
    case 'break':
      return <br />;
    case 'thematicBreak':
      return <hr />;
    case 'table':
      return <MarkdownTable table={node} whole={whole} />;
    case 'footnoteReference':
      return <sup>{node.label ?? node.identifier}</sup>;
    case 'footnoteDefinition':
      return (
        <div className="markdown__footnote">
          <sup>{node.label ?? node.identifier}</sup> {inner(node)}
        </div>
      );
    case 'root':
    case 'tableRow':
    case 'tableCell':
      return inner(node);
    case 'definition':
    case 'yaml':
      return null;
  }
}

/** A link without a safe target is rendered as text. */
function Link({ url, children }: { readonly url: string; readonly children: ReactNode }) {
  const href = safeLink(url);
  if (href === undefined) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

function MarkdownPicture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const source = safePicture(url);
  return source === undefined ? <Link url={url}>{alt === '' ? url : alt}</Link> : <Picture src={source} alt={alt} />;
}

function MarkdownTable({ table, whole }: { readonly table: Table; readonly whole: Whole }) {
  const [head, ...rows] = table.children;
  const align = (index: number) => {
    const side = table.align?.[index];
    return side ? { textAlign: side } : {};
  };
  return (
    <div className="markdown__table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.children.map((cell, index) => (
              <th key={index} scope="col" style={align(index)}>
                {childrenOf(cell, whole)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.children.map((cell, index) => (
                <td key={index} style={align(index)}>
                  {childrenOf(cell, whole)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

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
