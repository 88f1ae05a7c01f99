import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import type { SavedViewBody } from '../../../admin/api/answers.js';
import type { Endpoints } from '../../api/endpoints.js';
import { ApiError, errorText } from '../../api/errors.js';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';

const viewsKey = (controller: string) => ['views', controller] as const;

/** Colleagues change shared views. */
const STALE_MS = 30_000;

export const viewsQuery = (api: Endpoints, controller: string) => ({
  queryKey: viewsKey(controller),
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.views(controller, signal),
  staleTime: STALE_MS,
});

export function useViews(controller: string, enabled: boolean) {
  const { api } = useApp();
  const { locale } = usePhrases();
  const { data, error, isPending } = useQuery({ ...viewsQuery(api, controller), enabled });
  const views = useMemo(() => {
    const order = new Intl.Collator(locale);
    return data?.data.toSorted((one, other) => order.compare(one.name, other.name));
  }, [data, locale]);
  return { views, error, isPending };
}

export interface ViewChanges {
  readonly name?: string;
  readonly query?: string;
  readonly shared?: boolean;
}

/** Saving and deleting views. Each returns the problem in words, and undefined if there was none. */
export function useViewChanges(controller: string) {
  const { api } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();

  /** The views before the first attempt to create one that got no answer. */
  const before = useRef<ReadonlySet<string>>(undefined);

  /** The view that an attempt without an answer has created: another attempt would create a second one. */
  async function createdBefore(name: string): Promise<SavedViewBody | undefined> {
    const { current: known } = before;
    if (known === undefined) return undefined;
    const { data } = await queries.query({ ...viewsQuery(api, controller), staleTime: 0 });
    return data.find((view) => view.own && view.name === name.trim() && !known.has(view.id));
  }

  /** Whether to share it may have been chosen after the attempt that created it. */
  async function asChosen(view: SavedViewBody, { shared }: Required<ViewChanges>): Promise<SavedViewBody> {
    if (view.shared === shared) return view;
    return (await api.updateView(controller, view.id, { shared, version: view.version })).data;
  }

  async function create(contents: Required<ViewChanges>): Promise<SavedViewBody> {
    const found = await createdBefore(contents.name);
    if (found !== undefined) return asChosen(found, contents);
    const known = queries.getQueryData<Awaited<ReturnType<Endpoints['views']>>>(viewsKey(controller));
    try {
      return (await api.createView(controller, contents)).data;
    } catch (error) {
      if (!(error instanceof ApiError && error.isPassing) || known === undefined) throw error;
      before.current ??= new Set(known.data.map(({ id }) => id));
      const late = await createdBefore(contents.name).catch(() => undefined);
      if (late === undefined) throw error;
      return late;
    }
  }

  /** Reloads the views also after a failure: a colleague may have changed or deleted one. */
  async function attempt<T>(work: () => Promise<T>): Promise<{ readonly done: T } | { readonly problem: string }> {
    try {
      return { done: await work() };
    } catch (error) {
      if (!(error instanceof ApiError)) return { problem: String(error) };
      if (error.code === 'conflict') return { problem: say('views.conflict') };
      if (error.code === 'not_found') return { problem: say('views.gone') };
      const [[name, texts] = []] = Object.entries(error.fields);
      const text = texts?.[0] ?? errorText(error, say);
      // The dialog shows only the name. Without the word, the user would correct that.
      return { problem: name === 'search' ? `${say('shortcuts.search')}: ${text}` : text };
    } finally {
      await queries.invalidateQueries({ queryKey: viewsKey(controller) });
    }
  }

  return {
    create: (contents: Required<ViewChanges>) => attempt(() => create(contents)),
    update: ({ id, version }: SavedViewBody, changes: ViewChanges) =>
      attempt(async () => (await api.updateView(controller, id, { ...changes, version })).data),
    remove: ({ id }: SavedViewBody) => attempt(() => api.deleteView(controller, id)),
  };
}
