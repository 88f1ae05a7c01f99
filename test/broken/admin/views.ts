import type { DeleteViewRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteViewRequest';
import type { ListViewsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListViewsRequest';
import type { SavedView } from '@gatehouse/proto/generated/gatehouse/host/v1/SavedView';
import type { SaveViewRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SaveViewRequest';
import type { SaveViewResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SaveViewResponse';
import type { ViewRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/ViewRefusal';
import type { MemoryDirectory, Row } from './directory.js';
import { holds } from './grants.js';

export interface StoredView extends SavedView {
  readonly id: string;
  readonly list: string;
  readonly ownerId: string;
  version: number;
}

/** AdminViewService in memory, as admin_view.proto defines it. */
export class MemoryViews {
  readonly views: StoredView[] = [];
  created = 0;

  constructor(readonly directory: MemoryDirectory) {}

  ListViews({ administratorId, list }: ListViewsRequest__Output): object {
    return { views: this.views.filter((view) => view.list === list && this.sees(view, administratorId)) };
  }

  SaveView(request: SaveViewRequest__Output): SaveViewResponse {
    const { administratorId, list, id, version, shared } = request;
    if (!this.exists(administratorId)) return refused('FORBIDDEN');
    const before = id === '' ? undefined : this.found(list, id, administratorId);
    if (id !== '' && before === undefined) return refused('UNKNOWN');
    if ((shared || before?.shared === true) && !this.mayShare(administratorId)) return refused('FORBIDDEN');
    if (before !== undefined && before.version !== version) return refused('STALE');
    if (before?.shared !== shared && this.isFull(request, before?.ownerId ?? administratorId))
      return refused('TOO_MANY');
    return { view: this.write(request, before) };
  }

  DeleteView({ administratorId, list, id }: DeleteViewRequest__Output): object {
    if (!this.exists(administratorId)) return refused('FORBIDDEN');
    const view = this.found(list, id, administratorId);
    if (view === undefined) return refused('UNKNOWN');
    if (view.shared === true && !this.mayShare(administratorId)) return refused('FORBIDDEN');
    this.views.splice(this.views.indexOf(view), 1);
    return {};
  }

  readonly limit: number = 50;
  readonly sharedLimit: number = 100;

  isFull({ list, shared }: SaveViewRequest__Output, ownerId: string): boolean {
    if (!shared) return this.own(list, ownerId).length >= this.limit;
    return this.views.filter((view) => view.list === list && view.shared === true).length >= this.sharedLimit;
  }

  write({ administratorId, list, name, query, shared }: SaveViewRequest__Output, before?: StoredView): StoredView {
    if (before !== undefined) return Object.assign(before, { name, query, shared, version: before.version + 1 });
    this.created += 1;
    const id = `view-${this.created}`;
    const ownerName = this.row(administratorId)?.displayName ?? '';
    const view = { id, list, ownerId: administratorId, ownerName, version: 1, name, query, shared };
    this.views.push(view);
    return view;
  }

  exists(administratorId: string): boolean {
    return this.row(administratorId)?.isActive === true;
  }

  row(administratorId: string): Row | undefined {
    return this.directory.rows.find(({ id }) => id === administratorId);
  }

  mayShare(administratorId: string): boolean {
    const row = this.row(administratorId);
    return row !== undefined && holds(row, 'backend.share_views');
  }

  sees({ ownerId, shared }: StoredView, administratorId: string): boolean {
    return shared === true || ownerId === administratorId;
  }

  own(list: string, administratorId: string): readonly StoredView[] {
    return this.views.filter((view) => view.list === list && view.ownerId === administratorId && view.shared !== true);
  }

  found(list: string, id: string, administratorId: string): StoredView | undefined {
    return this.views.find((view) => view.id === id && view.list === list && this.sees(view, administratorId));
  }
}

function refused(reason: 'UNKNOWN' | 'STALE' | 'FORBIDDEN' | 'TOO_MANY'): { readonly refusal: ViewRefusal } {
  return { refusal: `VIEW_REFUSAL_${reason}` satisfies ViewRefusal };
}
