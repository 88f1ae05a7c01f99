import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactNode } from 'react';
import { createElement } from 'react';
import type { PartialNode } from '../../admin/api/answers.js';
import { partialKey } from '../api/query-keys.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { pathInside } from '../platform/routes.js';
import { Button } from './button.js';
import { Picture } from './images.js';
import './partial.css';

/** What HTML calls otherwise than React. Everything else of the daemon's allowlist has the same name in both. */
const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  datetime: 'dateTime',
};

/** The nodes as elements and texts: nothing is ever parsed as HTML here, so nothing in it can become script. */
function PartialNodes({ nodes }: { readonly nodes: readonly PartialNode[] }): ReactNode {
  return nodes.map((node, index) => {
    if ('text' in node) return node.text;
    const attributes: Readonly<Record<string, string>> = Object.fromEntries(
      Object.entries(node.attributes).map(([name, value]) => [REACT_NAMES[name] ?? name, value]),
    );
    const children = node.children.length > 0 ? <PartialNodes nodes={node.children} /> : undefined;
    return createElement(node.tag === 'img' ? Picture : node.tag, { ...attributes, key: index }, children);
  });
}

export interface PartialProps {
  readonly controller: string;
  /** Name of the partial: "stats". */
  readonly name: string;
  /** Of the record whose form it stands on; absent above a list and on the create form. */
  readonly id?: string | undefined;
}

/** What the host rendered: the strip above a list, or a partial field. Screens load it again with `recordsChanged`. */
export function Partial({ controller, name, id }: PartialProps) {
  const { api, location, prefix } = useApp();
  const { say, locale } = usePhrases();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: partialKey(controller, name, id, locale),
    queryFn: ({ signal }) => api.partial(controller, name, id, signal),
  });

  /** Links are the host's: those that lead to a screen of the backend need not load the page again. */
  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const inside = link === null ? undefined : pathInside(prefix, link.getAttribute('href') ?? '');
    if (inside === undefined || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    location.go(inside);
  }

  if (data) {
    return data.data.length === 0 ? null : (
      <div className="app-partial" onClick={follow}>
        <PartialNodes nodes={data.data} />
      </div>
    );
  }
  if (error) {
    return (
      <div className="partial-problem" role="alert">
        <p>{say('partial.failed')}</p>
        <Button variant="quiet" isPending={isFetching} onPress={() => void refetch()}>
          {say('shell.retry')}
        </Button>
      </div>
    );
  }
  return <span className="skeleton partial-skeleton" role="status" aria-label={say('list.loading')} />;
}
