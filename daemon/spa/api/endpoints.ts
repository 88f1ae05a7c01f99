import type {
  ActionBody,
  DeletedBody,
  LanguageBundle,
  ListMeta,
  OptionBody,
  OptionsMeta,
  RecordBody,
  RowBody,
  SessionBody,
  SettingsBody,
  UserBody,
} from '../../admin/model/answers.js';
import type { PartialNode } from '../../admin/partials/filter/partial-node.js';
import { idSegment } from '../navigation/id-segment.js';
import type { ApiClient } from './client.js';
import type { FormView, ListView, NavigationView, RelationView, SettingsEntry, SettingsView } from './views.js';

/** "acme.blog.posts" as paths have it: "/acme/blog/posts". */
export function pathOf(controller: string): string {
  return `/${controller.split('.').join('/')}`;
}

/** Every endpoint of the API as a function. Those that read take a signal: a superseded request is not waited for. */
export function createEndpoints(client: ApiClient) {
  const record = (controller: string, id: string) => `${pathOf(controller)}/${idSegment(id)}`;
  const relation = (controller: string, id: string, name: string) =>
    `${record(controller, id)}/relations/${encodeURIComponent(name)}`;
  const settingsPath = (code: string) => `/settings/${encodeURIComponent(code)}`;

  return {
    signIn: (login: string, password: string) =>
      client.once<SessionBody>('POST', '/auth/login', { body: { login, password } }),
    refresh: () => client.once<SessionBody>('POST', '/auth/refresh'),
    signOut: () => client.once('POST', '/auth/logout', { isNamed: true }),
    /** Without renewing the session: to find out whether there is one. */
    whoAmI: () => client.once<UserBody>('GET', '/auth/me'),
    /** @param locale the administrator's own; empty: as chosen on this page, or the browser's */
    language: (locale: string, signal: AbortSignal) =>
      client.get<LanguageBundle>('/lang', { signal, language: locale }),
    navigation: (signal: AbortSignal) => client.get<readonly NavigationView[]>('/navigation', { signal }),

    settings: (signal: AbortSignal) => client.get<readonly SettingsEntry[]>('/settings', { signal }),
    settingsSchema: (code: string, signal: AbortSignal) =>
      client.get<SettingsView>(`${settingsPath(code)}/schema`, { signal }),
    settingsValues: (code: string, signal: AbortSignal) => client.get<SettingsBody>(settingsPath(code), { signal }),
    saveSettings: (code: string, values: object) => client.put<SettingsBody>(settingsPath(code), values),
    settingsOptions: (code: string, field: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly OptionBody[], OptionsMeta>(
        `${settingsPath(code)}/fields/${encodeURIComponent(field)}/options`,
        { query, signal },
      ),

    listSchema: (controller: string, signal: AbortSignal) =>
      client.get<ListView>(`${pathOf(controller)}/schema/list`, { signal }),
    formSchema: (controller: string, signal: AbortSignal) =>
      client.get<FormView>(`${pathOf(controller)}/schema/form`, { signal }),
    relationSchema: (controller: string, name: string, signal: AbortSignal) =>
      client.get<RelationView>(`${pathOf(controller)}/schema/relation/${encodeURIComponent(name)}`, { signal }),

    list: (controller: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ListMeta>(pathOf(controller), { query, signal }),
    show: (controller: string, id: string, context: 'update' | 'preview', signal: AbortSignal) =>
      client.get<RecordBody>(record(controller, id), {
        query: context === 'preview' ? { context } : {},
        signal,
      }),
    create: (controller: string, values: object) => client.post<RecordBody>(pathOf(controller), values),
    update: (controller: string, id: string, values: object) => client.put<RecordBody>(record(controller, id), values),
    delete: (controller: string, id: string) => client.delete<null>(record(controller, id)),
    deleteMany: (controller: string, ids: readonly string[]) =>
      client.post<DeletedBody>(`${pathOf(controller)}/bulk-delete`, { ids }),

    runWidget: (controller: string, field: string, body: object) =>
      client.post<ActionBody>(`${pathOf(controller)}/widgets/${encodeURIComponent(field)}`, body),
    runToolbarAction: (controller: string, action: string) =>
      client.post<ActionBody>(`${pathOf(controller)}/toolbar/${encodeURIComponent(action)}`, {}),
    partial: (controller: string, name: string, id: string | undefined, signal: AbortSignal) =>
      client.get<readonly PartialNode[]>(`${pathOf(controller)}/partials/${encodeURIComponent(name)}`, {
        query: { id },
        signal,
      }),

    fieldOptions: (controller: string, field: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly OptionBody[], OptionsMeta>(
        `${pathOf(controller)}/fields/${encodeURIComponent(field)}/options`,
        { query, signal },
      ),
    filterOptions: (controller: string, filter: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly OptionBody[], OptionsMeta>(
        `${pathOf(controller)}/filters/${encodeURIComponent(filter)}/options`,
        { query, signal },
      ),

    related: (controller: string, id: string, name: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ListMeta>(relation(controller, id, name), { query, signal }),
    candidates: (controller: string, id: string, name: string, query: URLSearchParams, signal: AbortSignal) =>
      client.get<readonly RowBody[], ListMeta>(`${relation(controller, id, name)}/candidates`, { query, signal }),
    link: (controller: string, id: string, name: string, ids: readonly string[]) =>
      client.post<{ readonly count: number }>(`${relation(controller, id, name)}/link`, { ids }),
    unlink: (controller: string, id: string, name: string, ids: readonly string[]) =>
      client.post<{ readonly count: number }>(`${relation(controller, id, name)}/unlink`, { ids }),
  };
}

export type Endpoints = ReturnType<typeof createEndpoints>;
