import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { FileText, History, PanelsTopLeft, Plus, Search, Zap } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../api/errors.js';
import {
  Autocomplete,
  Dialog as AriaDialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  RouterProvider,
  TextField,
} from 'react-aria-components';
import type { UserBody } from '../../../admin/api/answers.js';
import { commandsQuery, navigationQuery, settingsListQuery } from '../../api/queries.js';
import { foundKey } from '../../api/query-keys.js';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { useDebounced } from '../../ui/debounce.js';
import type { PaletteEntry, PaletteGroup } from './palette-entries.js';
import { matchingGroups, recordGroups, screenEntries } from './palette-entries.js';
import { useCommandGroups } from './use-command-groups.js';
import './palette-dialog.css';

/** Characters that a search for records needs; screens and commands are found by one. */
const MIN_SEARCHED = 2;

export interface PaletteDialogProps {
  readonly user: UserBody;
  readonly onClose: () => void;
}

/** Finds screens, commands and records by a few letters, without the mouse. */
export function PaletteDialog({ user, onClose }: PaletteDialogProps) {
  const { location } = useApp();
  const { say } = usePhrases();
  const [text, setText] = useState('');
  const search = text.trim();
  const { groups: own, isLoading } = useOwnGroups(user);
  const records = useFoundRecords(search);
  const groups = [...matchingGroups(search === '' ? own : own.slice(1), search), ...records.groups];
  const entries = groups.flatMap((group) => group.entries);

  /** The entries that lead somewhere are links, which the browser or the router follows. */
  function choose({ act }: PaletteEntry) {
    onClose();
    if ('run' in act) act.run();
  }

  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="overlay palette-overlay"
    >
      <Modal className="modal palette">
        <AriaDialog className="palette__dialog" aria-label={say('palette.title')}>
          <RouterProvider navigate={(to) => location.go(to)} useHref={(to) => location.href(to)}>
            <Autocomplete inputValue={text} onInputChange={setText}>
              <TextField className="palette__field" aria-label={say('palette.open')} autoFocus maxLength={200}>
                <Search className="palette__icon" aria-hidden="true" />
                <Input
                  className="palette__input"
                  role="combobox"
                  aria-expanded
                  aria-haspopup="listbox"
                  placeholder={say('palette.prompt')}
                />
              </TextField>
              <ListBox
                className="palette__entries"
                aria-label={say('palette.found_label')}
                onAction={(id) => {
                  const chosen = entries.find((entry) => entry.id === id);
                  if (chosen !== undefined) choose(chosen);
                }}
                renderEmptyState={() => (
                  <p className="palette__nothing">
                    {isLoading
                      ? say('list.loading')
                      : records.isLoading
                        ? say('palette.searching')
                        : say('palette.nothing', { text: search })}
                  </p>
                )}
              >
                {groups.map((group) => (
                  <Group key={group.id} group={group} />
                ))}
              </ListBox>
            </Autocomplete>
          </RouterProvider>
          <p className="visually-hidden" role="status">
            {search === '' || isLoading || records.isLoading ? '' : say('palette.found', { count: entries.length })}
          </p>
          {records.problem !== undefined && (
            <p className="palette__problem" role="alert">
              {say('palette.failed', { reason: records.problem })}
            </p>
          )}
          <Keys />
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

const KEYS = [
  { keys: ['↑', '↓'], act: 'palette.key_choose' },
  { keys: ['↵'], act: 'palette.key_open' },
  { keys: ['Esc'], act: 'palette.key_close' },
] as const;

/** For the eyes: screen readers say how a combo box works. */
function Keys() {
  const { say } = usePhrases();
  return (
    <p className="palette__keys" aria-hidden="true">
      {KEYS.map(({ keys, act }) => (
        <span key={act}>
          {keys.map((key) => (
            <kbd key={key} className="palette__key">
              {key}
            </kbd>
          ))}
          {say(act)}
        </span>
      ))}
    </p>
  );
}

/** By group of the palette. Every other group has records. */
const PICTURES: Partial<Readonly<Record<string, LucideIcon>>> = {
  recent: History,
  screens: PanelsTopLeft,
  create: Plus,
  commands: Zap,
};

function Group({ group: { id, label, entries } }: { readonly group: PaletteGroup }) {
  const Picture = PICTURES[id] ?? FileText;
  return (
    <ListBoxSection id={id} aria-label={label} className="palette__group">
      <Header className="palette__heading">{label}</Header>
      {entries.map((entry) => (
        <ListBoxItem
          key={entry.id}
          id={entry.id}
          className="palette__entry"
          textValue={entry.label}
          {...('to' in entry.act && { href: entry.act.to })}
        >
          <Picture aria-hidden="true" />
          <span className="palette__label">{entry.label}</span>{' '}
          {entry.detail !== undefined && <span className="palette__detail">{entry.detail}</span>}
        </ListBoxItem>
      ))}
    </ListBoxSection>
  );
}

/**
 * Recent screens first, then everything that needs no search of the host. A group behind one that is still loading waits
 * for it, because it would move from under the pointer.
 */
function useOwnGroups(user: UserBody): { readonly groups: readonly PaletteGroup[]; readonly isLoading: boolean } {
  const { api, location, recent } = useApp();
  const { say, locale } = usePhrases();
  const navigation = useQuery(navigationQuery(api, locale));
  const settings = useQuery(settingsListQuery(api, locale));
  const commands = useCommandGroups(user);
  const { path: current } = location.current();
  const visited = recent.of(user.id).filter(({ path }) => path !== current);
  const screens = screenEntries(navigation.data?.data ?? [], settings.data?.data ?? [], say('settings.menu_label'));
  const first = {
    id: 'recent',
    label: say('palette.recent'),
    entries: visited.map(({ path, title }) => ({ id: `recent ${path}`, label: title, act: { to: path } })),
  };
  if (navigation.isPending || settings.isPending) return { groups: [first], isLoading: true };
  const own = [first, { id: 'screens', label: say('palette.screens'), entries: screens }];
  return { groups: [...own, ...(commands ?? [])], isLoading: commands === undefined };
}

/** The records that match, once typing pauses. The last answer stays until the next one arrives. */
function useFoundRecords(search: string) {
  const { api } = useApp();
  const { say, locale } = usePhrases();
  const commands = useQuery(commandsQuery(api, locale));
  const settled = useDebounced(search);
  const isSought = commands.data?.data.search === true && search.length >= MIN_SEARCHED;
  const found = useQuery({
    queryKey: foundKey(settled, locale),
    queryFn: ({ signal }) => api.search(new URLSearchParams({ search: settled }), signal),
    enabled: isSought && settled.length >= MIN_SEARCHED,
    placeholderData: keepPreviousData,
  });
  const isShown = isSought && found.data !== undefined;
  return {
    groups: isShown ? recordGroups(found.data.data, settled, (list) => say('palette.more', { list })) : [],
    isLoading: isSought && (found.isFetching || settled !== search),
    problem: isSought && found.error !== null ? errorText(found.error, say) : undefined,
  };
}
