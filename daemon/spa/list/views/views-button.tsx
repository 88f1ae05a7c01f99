import { Bookmark, ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart } from '../../ui/lazy-part.js';
import { PopoverButton } from '../../ui/popover-button.js';
import { useViews } from './use-views.js';
import { isEdited } from './view-state.js';
import type { ViewsButtonProps, ViewTask } from './view-task.js';
import './views-button.css';

const ViewsMenu = lazyPart(async () => (await import('./views-menu.js')).ViewsMenu);
const ViewDialog = lazyPart(async () => (await import('./view-dialog.js')).ViewDialog);

/** The current view, and the others in a popover. */
export function ViewsButton(props: ViewsButtonProps) {
  const { schema, state } = props;
  const { say } = usePhrases();
  const [isOpen, setOpen] = useState(false);
  const [task, setTask] = useState<ViewTask>();
  const isNamed = state.view !== undefined && state.view !== '';
  const { views, error } = useViews(schema.controller, isOpen || isNamed);
  const current = isNamed ? views?.find(({ id }) => id === state.view) : undefined;
  const edited = current !== undefined && isEdited(state, current, schema);
  // Also the name of the popover, which would otherwise be that of the view alone.
  const name = current && `${say('views.title')}: ${current.name}${edited ? ` (${say('views.edited')})` : ''}`;
  return (
    <>
      <PopoverButton
        button={{ className: 'button views-button', ...(name !== undefined && { 'aria-label': name }) }}
        label={say('views.title')}
        edge="end"
        onOpenChange={setOpen}
        preload={() => void ViewsMenu.preload()}
        content={(close) =>
          // Not before all its entries are known, because the buttons below them would move.
          views === undefined && error === null ? (
            <span className="skeleton popover-panel__loading" role="status" aria-label={say('list.loading')} />
          ) : (
            <ViewsMenu
              {...props}
              views={views}
              problem={error}
              current={current}
              isEdited={edited}
              onTask={setTask}
              onClose={close}
            />
          )
        }
      >
        <Bookmark aria-hidden="true" />
        <span className="views-button__name">{current?.name ?? say('views.title')}</span>
        {edited && <span className="views-button__edited">{say('views.edited')}</span>}
        <ChevronDown aria-hidden="true" />
      </PopoverButton>
      {task !== undefined && (
        <Suspense fallback={null}>
          <ViewDialog {...props} task={task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
    </>
  );
}
