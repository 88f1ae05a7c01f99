/* oxlint-disable typescript/no-unsafe-return, typescript/no-unsafe-call, typescript/no-unsafe-argument -- a mutant changes messages of many rpcs, whatever their types */
import type { Message } from './admin-mutant.js';
import { sentencesOf, whole, wholeWith } from './admin-mutant.js';
import type { Mutant } from './mutant.js';

/** Mutants of AdminViewService. */

const of = sentencesOf('admin_view.proto', ['views/']);
const refusal = (reason: string) => ({ refusal: `VIEW_REFUSAL_${reason}` });

export const VIEW_MUTANTS: readonly Mutant[] = [
  whole(of('ListViews leaves out shared views of others', 'the own ones and the shared ones'), 'views', 'ListViews', {
    answer: ({ views }, { administratorId }) => ({
      views: views.filter(({ ownerId }: Message) => ownerId === administratorId),
    }),
  }),
  whole(of('ListViews has no shared views for an unknown administrator', 'the shared ones for'), 'views', 'ListViews', {
    answer: (answer, { administratorId }, { views }) =>
      views.row(administratorId) === undefined ? { views: [] } : answer,
  }),
  whole(of('ListViews has no owner', 'Id of the administrator who created it.'), 'views', 'ListViews', {
    answer: ({ views }) => ({ views: views.map((view: Message) => ({ ...view, ownerId: '?' })) }),
  }),
  whole(
    of('ListViews does not say that a view is shared', 'Whether everybody who opens the list sees the view.'),
    'views',
    'ListViews',
    {
      answer: ({ views }) => ({ views: views.map((view: Message) => ({ ...view, shared: false })) }),
    },
  ),
  whole(
    of('the owner of a view has another name', 'Display name of that administrator; empty: the login.'),
    'views',
    'ListViews SaveView',
    {
      answer: ({ views, view, ...answer }) => ({
        ...answer,
        ...(views && { views: views.map((one: Message) => ({ ...one, ownerName: 'Ada' })) }),
        ...(view && { view: { ...view, ownerName: 'Ada' } }),
      }),
    },
  ),
  whole(of('SaveView trims the query', 'The host does not interpret `query`'), 'views', 'SaveView', {
    request: (request) => ({ ...request, query: request.query.split('&')[0] }),
  }),
  whole(of('SaveView keeps the query of a view', 'or changes name, query and sharing of one'), 'views', 'SaveView', {
    instead: (request, { views }, sound) => {
      const before = views.views.find(({ id }) => id === request.id);
      return sound({ ...request, query: before?.query ?? request.query });
    },
  }),
  whole(of('SaveView keeps the name of a view', 'changes name, query and sharing'), 'views', 'SaveView', {
    instead: (request, { views }, sound) => {
      const before = views.views.find(({ id }) => id === request.id);
      return sound({ ...request, name: before?.name ?? request.name });
    },
  }),
  whole(of('SaveView never shares', 'and sharing of one'), 'views', 'SaveView', {
    answer: (answer, _request, { views }) => {
      for (const view of views.views) view.shared = false;
      return answer;
    },
  }),
  whole(of('SaveView never stops sharing', 'Others see it only if it is shared'), 'views', 'SaveView', {
    instead: (request, { views }, sound) => {
      const before = views.views.find(({ id }) => id === request.id);
      return sound({ ...request, shared: request.shared || before?.shared === true });
    },
  }),
  whole(of('SaveView does not raise the version', 'Raised by every change'), 'views', 'SaveView', {
    answer: (answer) => {
      if (answer.view?.version > 1) answer.view.version -= 1;
      return answer;
    },
  }),
  whole(
    of('SaveView gives the view to the one who changes it', 'The owner of a view stays the same.'),
    'views',
    'SaveView',
    {
      answer: (answer, { administratorId }) => {
        if (answer.view) answer.view.ownerId = administratorId;
        return answer;
      },
    },
  ),
  whole(
    of('SaveView creates a view for an unknown id', 'there is no such view of the list that'),
    'views',
    'SaveView',
    {
      instead: (request, { views }, sound) =>
        views.views.some(({ id }) => id === request.id) ? sound(request) : sound({ ...request, id: '' }),
    },
  ),
  whole(of('SaveView answers stale as forbidden', 'The view has another version.'), 'views', 'SaveView', {
    answer: (answer) => (answer.refusal === 'VIEW_REFUSAL_STALE' ? refusal('FORBIDDEN') : answer),
  }),
  whole(
    of('SaveView compares the version before the permission', 'condition, the first that applies'),
    'views',
    'SaveView',
    {
      answer: (answer, request, { views }) => {
        const before = views.views.find(({ id }) => id === request.id);
        const isOther = before !== undefined && before.version !== request.version;
        return answer.refusal === 'VIEW_REFUSAL_FORBIDDEN' && isOther ? refusal('STALE') : answer;
      },
    },
  ),
  whole(of('SaveView serves inactive administrators', 'The administrator exists and is active.'), 'views', 'SaveView', {
    instead: (request, { views }, sound) => {
      const row = views.row(request.administratorId);
      if (row?.isActive !== false) return sound(request);
      const found = views.views.find(({ id }) => id === request.id);
      return found ? { view: found } : sound(request);
    },
  }),
  whole(of('SaveView creates views for unknown administrators', 'The administrator exists'), 'views', 'SaveView', {
    instead: (request, { views }, sound) => {
      if (views.row(request.administratorId) !== undefined || request.id !== '') return sound(request);
      return { view: views.write(request) };
    },
  }),
  wholeWith(of('shared views are changed by everybody', 'A view that is shared, before or after'), ({ views }) => {
    const sound = views.SaveView.bind(views);
    views.SaveView = (request) => {
      const before = views.views.find(({ id }) => id === request.id);
      if (before?.shared !== true || !views.exists(request.administratorId)) return sound(request);
      return before.version === request.version ? { view: views.write(request, before) } : sound(request);
    };
  }),
  wholeWith(of('shared views are deleted by everybody', 'is created, changed or deleted only'), ({ views }) => {
    const sound = views.DeleteView.bind(views);
    views.DeleteView = (request) => {
      const index = views.views.findIndex(({ id, shared }) => id === request.id && shared === true);
      if (index === -1) return sound(request);
      views.views.splice(index, 1);
      return {};
    };
  }),
  wholeWith(of('only superusers share views', 'by superusers and holders of "backend.share_views"'), ({ views }) => {
    views.mayShare = (id) => views.row(id)?.superuser === true;
  }),
  wholeWith(of('superusers share no views', 'by superusers and holders of'), ({ views }) => {
    views.mayShare = (id) => views.row(id)?.permissions?.includes('backend.share_views') === true;
  }),
  wholeWith(of('only owners change shared views', 'changed or deleted only'), ({ views }) => {
    const sound = views.SaveView.bind(views);
    views.SaveView = (request) => {
      const before = views.views.find(({ id }) => id === request.id);
      const isForeign = before !== undefined && before.shared === true && before.ownerId !== request.administratorId;
      return isForeign ? { refusal: 'VIEW_REFUSAL_FORBIDDEN' } : sound(request);
    };
  }),
  wholeWith(
    of('superusers see the views of all', 'A view that is not shared is known only to its owner.'),
    ({ views }) => {
      const sound = views.sees.bind(views);
      views.sees = (view, id) => views.row(id)?.superuser === true || sound(view, id);
    },
  ),
  wholeWith(of('a list has any number of shared views', 'A list has at most 100 shared views'), ({ views }) => {
    Object.assign(views, { sharedLimit: Infinity });
  }),
  wholeWith(
    of('the limit of shared views counts for each administrator', 'A list has at most 100 shared'),
    ({ views }) => {
      views.isFull = ({ list, shared }, ownerId) => {
        const same = views.views.filter(
          (view) => view.list === list && view.shared === shared && view.ownerId === ownerId,
        );
        return same.length >= (shared ? views.sharedLimit : views.limit);
      };
    },
  ),
  wholeWith(of('shared views count as own ones', 'of a list that are not shared'), ({ views }) => {
    views.own = (list, id) => views.views.filter((view) => view.list === list && view.ownerId === id);
  }),
  wholeWith(of('a view that becomes shared is not counted', 'it would be one too many'), ({ views }) => {
    const sound = views.isFull.bind(views);
    views.isFull = (request, ownerId) => request.id === '' && sound(request, ownerId);
  }),
  wholeWith(of('a full list cannot change its shared views', 'it would be one too many '), ({ views }) => {
    const sound = views.SaveView.bind(views);
    views.SaveView = (request) =>
      request.shared && views.isFull(request, request.administratorId)
        ? { refusal: 'VIEW_REFUSAL_TOO_MANY' }
        : sound(request);
  }),
  wholeWith(of('the own views of all lists have one limit', 'an administrator at most 50 views'), ({ views }) => {
    views.own = (_list, id) => views.views.filter((view) => view.ownerId === id && view.shared !== true);
  }),
  whole(
    of('DeleteView deletes views of other lists', 'there is no such view of the list that the administrator'),
    'views',
    'DeleteView',
    {
      instead: (request, { views }, sound) =>
        sound({ ...request, list: views.views.find(({ id }) => id === request.id)?.list ?? request.list }),
    },
  ),
  whole(of('DeleteView succeeds for an unknown view', 'DeleteView deletes a view.'), 'views', 'DeleteView', {
    answer: (answer) => (answer.refusal === 'VIEW_REFUSAL_UNKNOWN' ? {} : answer),
  }),
  whole(of('DeleteView serves inactive administrators', 'does not exist or is not active'), 'views', 'DeleteView', {
    instead: (request, { views }, sound) =>
      views.row(request.administratorId)?.isActive === false ? {} : sound(request),
  }),
  whole(of('DeleteView deletes all views of the administrator', 'DeleteView deletes a view'), 'views', 'DeleteView', {
    answer: (answer, { administratorId }, { views }) => {
      if (answer.refusal === undefined) {
        views.views.splice(0, views.views.length, ...views.views.filter(({ ownerId }) => ownerId !== administratorId));
      }
      return answer;
    },
  }),
];
