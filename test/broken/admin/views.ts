import type { DeleteViewRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteViewRequest';
import type { ListViewsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListViewsRequest';
import type { SavedView } from '@gatehouse/proto/generated/gatehouse/host/v1/SavedView';
import type { SaveViewRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SaveViewRequest';
import type { SaveViewResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SaveViewResponse';
import type { ViewRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewRefusal';
import type { MemoryDirectory } from './directory.js';

export interface StoredView extends SavedView {
  readonly id: string;
  readonly list: string;
  readonly ownerId: string;
  version: number;
}

/** AdminViewService in memory, as admin_view.proto defines it; no administrator may share views. */
export class MemoryViews {
  readonly views: StoredView[] = [];

  constructor(readonly directory: MemoryDirectory) {}

  ListViews({ administratorId, list }: ListViewsRequest__Output): object {
    return { views: this.views.filter((view) => view.list === list && this.sees(view, administratorId)) };
  }

  SaveView(request: SaveViewRequest__Output): SaveViewResponse {
    const { administratorId, list, id, version, shared } = request;
    if (!this.exists(administratorId)) return refused('FORBIDDEN');
    const before = id === '' ? undefined : this.found(list, id, administratorId);
    if (id !== '' && before === undefined) return refused('UNKNOWN');
    if (shared && !this.mayShare()) return refused('FORBIDDEN');
    if (before !== undefined && before.version !== version) return refused('STALE');
    if (before === undefined && this.own(list, administratorId).length >= this.limit) return refused('TOO_MANY');
    return { view: this.write(request, before) };
  }

  DeleteView({ administratorId, list, id }: DeleteViewRequest__Output): object {
    const view = this.found(list, id, administratorId);
    if (view === undefined) return refused('UNKNOWN');
    this.views.splice(this.views.indexOf(view), 1);
    return {};
  }

  readonly limit: number = 50;

  write({ administratorId, list, name, query, shared }: SaveViewRequest__Output, before?: StoredView): StoredView {
    if (before !== undefined) return Object.assign(before, { name, query, shared, version: before.version + 1 });
    const id = `view-${String(this.views.length)}-${String(Math.random()).slice(2)}`;
    const view = { id, list, ownerId: administratorId, ownerName: '', version: 1, name, query, shared };
    this.views.push(view);
    return view;
  }

  exists(administratorId: string): boolean {
    return this.directory.rows.some(({ id }) => id === administratorId);
  }

  mayShare(): boolean {
    return false;
  }

  sees({ ownerId, shared }: StoredView, administratorId: string): boolean {
    return shared === true || ownerId === administratorId;
  }

  own(list: string, administratorId: string): readonly StoredView[] {
    return this.views.filter((view) => view.list === list && view.ownerId === administratorId);
  }

  found(list: string, id: string, administratorId: string): StoredView | undefined {
    return this.views.find((view) => view.id === id && view.list === list && this.sees(view, administratorId));
  }
}

function refused(reason: 'UNKNOWN' | 'STALE' | 'FORBIDDEN' | 'TOO_MANY'): { readonly refusal: ViewRefusal } {
  return { refusal: `VIEW_REFUSAL_${reason}` satisfies ViewRefusal };
}
