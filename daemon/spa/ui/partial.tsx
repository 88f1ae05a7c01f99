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

/** Attributes whose names differ between HTML and React. All others on the daemon's allowlist are the same in both. */
const REACT_NAMES: Readonly<Record<string, string>> = {
  class: 'className',
  colspan: 'colSpan',
  rowspan: 'rowSpan',
  datetime: 'dateTime',
};

/** Renders the nodes as elements and text. Nothing is parsed as HTML here, so a partial cannot inject scripts. */
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
  /** Id of the record whose form contains the partial; absent above a list and on the create form. */
  readonly id?: string | undefined;
}

/** HTML rendered by the host: the strip above a list, or a partial field. `recordsChanged` makes screens load it again. */
export function Partial({ controller, name, id }: PartialProps) {
  const { api, location, prefix } = useApp();
  const { say, locale } = usePhrases();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: partialKey(controller, name, id, locale),
    queryFn: ({ signal }) => api.partial(controller, name, id, signal),
  });

  /** The host's HTML contains plain links. Links to a screen of the backend need no page load. */
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
