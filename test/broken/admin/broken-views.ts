import type { DeleteViewRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/DeleteViewRequest';
import type { ListViewsRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListViewsRequest';
import type { SaveViewRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SaveViewRequest';
import type { SaveViewResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SaveViewResponse';
import type { StoredView } from './views.js';
import { MemoryViews } from './views.js';

interface BrokenViews {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly views?: typeof MemoryViews;
  readonly unchecked?: readonly string[];
}

/** Hosts with one fault in the saved views of lists, and the checks that detect it. */
export const BROKEN_VIEWS: readonly BrokenViews[] = [
  {
    name: 'a view changes whatever its version',
    caughtBy: ['views/save'],
    views: class extends MemoryViews {
      override SaveView(request: SaveViewRequest__Output): SaveViewResponse {
        const version = this.views.find(({ id }) => id === request.id)?.version ?? 0;
        return super.SaveView({ ...request, version });
      }
    },
  },
  {
    name: 'the views of all lists are one',
    caughtBy: ['views/save'],
    views: class extends MemoryViews {
      override ListViews({ administratorId }: ListViewsRequest__Output): object {
        return { views: this.views.filter((view) => this.sees(view, administratorId)) };
      }
    },
  },
  {
    name: 'everybody changes the views of others',
    caughtBy: ['views/owner'],
    views: class extends MemoryViews {
      override found(list: string, id: string): StoredView | undefined {
        return this.views.find((view) => view.id === id && view.list === list);
      }
    },
  },
  {
    name: 'sharing needs no permission',
    caughtBy: ['views/sharing'],
    views: class extends MemoryViews {
      override mayShare(): boolean {
        return true;
      }
    },
  },
  {
    name: 'shared views are seen only by those who may share them',
    caughtBy: ['views/shared'],
    views: class extends MemoryViews {
      override sees(view: StoredView, administratorId: string): boolean {
        return view.ownerId === administratorId || (view.shared === true && this.mayShare(administratorId));
      }
    },
  },
  {
    name: 'each of several deletions of a shared view succeeds',
    caughtBy: ['views/shared'],
    views: class extends MemoryViews {
      override DeleteView(request: DeleteViewRequest__Output): object {
        const answer = super.DeleteView(request);
        const isGone = this.views.every(({ id }) => id !== request.id);
        return isGone && this.mayShare(request.administratorId) ? {} : answer;
      }
    },
  },
  {
    name: '100 shared views are too many',
    caughtBy: ['views/shared-limit'],
    views: class extends MemoryViews {
      override readonly sharedLimit = 99;
    },
  },
  {
    name: 'a deleted view stays',
    caughtBy: ['views/delete'],
    views: class extends MemoryViews {
      override DeleteView(): object {
        return {};
      }
    },
  },
  {
    name: 'views have no limit',
    caughtBy: ['views/limit'],
    views: class extends MemoryViews {
      override readonly limit = Infinity;
    },
  },
  {
    name: 'requests are not checked by the rules of their fields',
    caughtBy: ['views/malformed'],
    unchecked: ['ListViews', 'SaveView', 'DeleteView'],
  },
];
