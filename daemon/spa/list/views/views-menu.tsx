import { Check, House, Link2, Pencil, Plus, Save, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import type { SavedViewBody } from '../../../admin/api/answers.js';
import { useApp, usePlace } from '../../platform/app.js';
import { copyText } from '../../platform/clipboard.js';
import { usePhrases } from '../../platform/phrases.js';
import { Notice } from '../../ui/tone.js';
import { useProblem } from '../../ui/use-problem.js';
import { useListPreference } from '../columns/list-preference.js';
import { stateOf } from '../query/query-state.js';
import { useViewChanges } from './use-views.js';
import { queryOfView, stateOfView } from './view-state.js';
import type { ViewsButtonProps, ViewTask } from './view-task.js';
import './views-menu.css';

export interface ViewsMenuProps extends ViewsButtonProps {
  /** Undefined: they could not be loaded. */
  readonly views: readonly SavedViewBody[] | undefined;
  readonly problem: Error | null;
  readonly current: SavedViewBody | undefined;
  /** The list shows something else than the current view. */
  readonly isEdited: boolean;
  readonly onTask: (task: ViewTask) => void;
  readonly onClose: () => void;
}

/** The views of a list, and what can be done with the current one. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { schema, state, columns, onChange, views, problem, current, isEdited, onTask, onClose } = props;
  const { location, toasts } = useApp();
  const { path } = usePlace();
  const { say } = usePhrases();
  const { startView, saveStartView } = useListPreference(schema);
  const { update } = useViewChanges(schema.controller);
  const [failed, setFailed] = useProblem(current?.name);
  const menu = useRef<HTMLDivElement>(null);
  const { mayShare } = schema.savedViews;
  const mayChange = current !== undefined && (current.shared ? mayShare : current.own);

  useEffect(() => {
    menu.current?.querySelector<HTMLElement>('[aria-current="true"], button')?.focus();
  }, []);

  function open(view: SavedViewBody | undefined) {
    const place = { page: 1, perPage: state.perPage };
    onChange(view === undefined ? { ...stateOf(''), ...place, view: '' } : stateOfView(view, place));
    onClose();
  }

  async function change(changes: Parameters<typeof update>[1], message: string) {
    if (current === undefined) return;
    const outcome = await update(current, changes);
    if ('problem' in outcome) setFailed(outcome.problem);
    else {
      toasts.success(message);
      onClose();
    }
  }

  async function copyLink(id: string) {
    const link = new URL(location.href(`${path}?view=${id}`), window.location.href).href;
    toasts.success((await copyText(link)) ? say('views.copied') : link);
    onClose();
  }

  const own = views?.filter(({ shared }) => !shared) ?? [];
  const shared = views?.filter((view) => view.shared) ?? [];
  return (
    <div ref={menu} className="views-menu">
      {problem !== null && <Notice tone="danger">{say('views.not_loaded')}</Notice>}
      {failed !== undefined && (
        <Notice tone="danger" role="alert">
          {failed}
        </Notice>
      )}
      <div className="views-menu__views">
        <ViewEntry
          name={say('views.none')}
          isCurrent={current === undefined}
          isStart={false}
          onOpen={() => open(undefined)}
        />
        <Section title={say('views.own')} views={own}>
          {(view) => (
            <ViewEntry
              key={view.id}
              name={view.name}
              isCurrent={view.id === current?.id}
              isStart={view.id === startView}
              onOpen={() => open(view)}
            />
          )}
        </Section>
        <Section title={say('views.shared')} views={shared}>
          {(view) => (
            <ViewEntry
              key={view.id}
              name={view.name}
              detail={view.own ? undefined : view.owner}
              isCurrent={view.id === current?.id}
              isStart={view.id === startView}
              onOpen={() => open(view)}
            />
          )}
        </Section>
      </div>
      <div className="views-menu__actions">
        {mayChange && isEdited && (
          <Action
            icon={<Save />}
            onPress={() => void change({ query: queryOfView(state, schema, columns) }, say('views.saved'))}
          >
            {say('views.save')}
          </Action>
        )}
        <Action icon={<Plus />} onPress={() => onTask({ kind: 'create' })} onClose={onClose}>
          {say('views.save_as')}
        </Action>
        {current !== undefined && (
          <>
            <Action
              icon={<House />}
              onPress={() => saveStartView(startView === current.id ? undefined : current.id)}
              onClose={onClose}
            >
              {say(startView === current.id ? 'views.not_start' : 'views.start')}
            </Action>
            <Action icon={<Link2 />} onPress={() => void copyLink(current.id)}>
              {say('views.copy_link')}
            </Action>
          </>
        )}
        {mayChange && (
          <>
            {mayShare && (current.own || current.shared) && (
              <Action
                icon={<Users />}
                onPress={() =>
                  void change({ shared: !current.shared }, say(current.shared ? 'views.now_own' : 'views.now_shared'))
                }
              >
                {say(current.shared ? 'views.unshare' : 'views.share')}
              </Action>
            )}
            <Action icon={<Pencil />} onPress={() => onTask({ kind: 'rename', view: current })} onClose={onClose}>
              {say('views.rename')}
            </Action>
            <Action icon={<Trash2 />} onPress={() => onTask({ kind: 'delete', view: current })} onClose={onClose}>
              {say('views.delete')}
            </Action>
          </>
        )}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly title: string;
  readonly views: readonly SavedViewBody[];
  readonly children: (view: SavedViewBody) => ReactNode;
}

function Section({ title, views, children }: SectionProps) {
  const id = useId();
  if (views.length === 0) return null;
  return (
    <div role="group" aria-labelledby={id}>
      <p id={id} className="views-menu__heading">
        {title}
      </p>
      {views.map(children)}
    </div>
  );
}

interface ViewEntryProps {
  readonly name: string;
  /** Whose view it is. */
  readonly detail?: string | undefined;
  readonly isCurrent: boolean;
  /** The list starts with it. */
  readonly isStart: boolean;
  readonly onOpen: () => void;
}

function ViewEntry({ name, detail, isCurrent, isStart, onOpen }: ViewEntryProps) {
  const { say } = usePhrases();
  return (
    <button type="button" className="views-menu__view" aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
      <Check className="views-menu__tick" aria-hidden="true" />
      <span className="views-menu__name">{name}</span>
      {detail !== undefined && <span className="views-menu__detail">{detail}</span>}
      {isStart && (
        <span className="views-menu__start" title={say('views.is_start')}>
          <House aria-hidden="true" />
          <span className="visually-hidden">{say('views.is_start')}</span>
        </span>
      )}
    </button>
  );
}

interface ActionProps {
  readonly icon: ReactNode;
  readonly onPress: () => void;
  /** Absent: the menu stays until the action is done. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

function Action({ icon, onPress, onClose, children }: ActionProps) {
  return (
    <button
      type="button"
      className="views-menu__action"
      onClick={() => {
        onClose?.();
        onPress();
      }}
    >
      <span className="views-menu__icon" aria-hidden="true">
        {icon}
      </span>
      {children}
    </button>
  );
}
