import { Ellipsis, Eye, Pencil } from 'lucide-react';
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import type { FormContext } from '../../admin/model/schema/types.js';
import type { FormView } from '../api/views.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { copyPath, recordPath } from '../platform/routes.js';
import { ButtonLink } from '../ui/link.js';
import type { Saving } from './saving.js';

export interface RecordLinksProps {
  readonly schema: FormView;
  readonly context: FormContext;
  readonly id: string;
}

/** Links from the preview to the update form and back. */
export function RecordLinks({ schema: { controller, contexts }, context, id }: RecordLinksProps) {
  const { say } = usePhrases();
  if (context === 'preview') {
    return (
      contexts.update !== null && (
        <ButtonLink to={recordPath(controller, id)} variant="primary">
          <Pencil aria-hidden="true" />
          {say('form.edit')}
        </ButtonLink>
      )
    );
  }
  return (
    contexts.preview !== null && (
      <ButtonLink to={recordPath(controller, id, 'preview')}>
        <Eye aria-hidden="true" />
        {say('form.preview')}
      </ButtonLink>
    )
  );
}

export interface MoreActionsProps {
  readonly controller: string;
  /** Undefined on the create form. */
  readonly id: string | undefined;
  /** Undefined on the preview form. */
  readonly saving: Saving | undefined;
}

/** What one does less often with a record: saving it to create another one, and duplicating it. Both need a create form. */
export function MoreActions({ controller, id, saving }: MoreActionsProps) {
  const { location } = useApp();
  const { say } = usePhrases();
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label={say('form.more_actions')}>
        <Ellipsis />
      </Button>
      <Popover className="popover" placement="top start">
        <Menu className="menu" aria-label={say('form.more_actions')}>
          {saving !== undefined && (
            <MenuItem
              className="menu__item"
              textValue={say(id === undefined ? 'form.create_and_new' : 'form.save_and_new')}
              onAction={() => saving.save('new')}
            >
              {say(id === undefined ? 'form.create_and_new' : 'form.save_and_new')}
            </MenuItem>
          )}
          {id !== undefined && (
            <MenuItem
              className="menu__item"
              textValue={say('form.duplicate')}
              onAction={() => location.go(copyPath(controller, id))}
            >
              {say('form.duplicate')}
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
