import { useQuery } from '@tanstack/react-query';
import type { UserBody } from '../../../admin/api/answers.js';
import { commandsQuery } from '../../api/queries.js';
import { useApp, useSignOut } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { ACCOUNT_PATH, createPath } from '../../platform/routes.js';
import { shortcutsHelp } from '../../platform/shortcuts.js';
import { DENSITIES, THEMES, useAppearance } from '../use-appearance.js';
import type { PaletteEntry, PaletteGroup } from './palette-entries.js';

/** The forms for new records, and the commands of the account menu. Undefined while the forms are loading. */
export function useCommandGroups(user: UserBody): readonly PaletteGroup[] | undefined {
  const { api, location } = useApp();
  const { say, locale } = usePhrases();
  const signOut = useSignOut();
  const { chooseTheme, chooseDensity } = useAppearance(user);
  const commands = useQuery(commandsQuery(api, locale));
  if (commands.isPending) return undefined;
  const create = commands.data?.data.create ?? [];
  return [
    {
      id: 'create',
      label: say('palette.create'),
      entries: create.map(({ controller, title, list }): PaletteEntry => ({
        id: `create ${controller}`,
        label: title ?? say('form.create_related', { field: list }),
        detail: list,
        act: { to: createPath(controller) },
      })),
    },
    {
      id: 'commands',
      label: say('palette.commands'),
      entries: [
        ...(user.has_account === true ? [entry('account', say('account.own'), { to: ACCOUNT_PATH })] : []),
        entry('shortcuts', say('shortcuts.title'), { run: shortcutsHelp.open }),
        ...THEMES.map((choice) => ({
          ...entry(`theme ${choice}`, say(`account.theme_${choice}`), { run: () => chooseTheme(choice) }),
          detail: say('account.appearance'),
        })),
        ...DENSITIES.map((choice) => ({
          ...entry(`rows ${choice}`, say(`account.density_${choice}`), { run: () => chooseDensity(choice) }),
          detail: say('account.density'),
        })),
        entry('sign-out', say('account.sign_out'), { run: () => location.leave(signOut) }),
      ],
    },
  ];
}

function entry(name: string, label: string, act: PaletteEntry['act']): PaletteEntry {
  return { id: `command ${name}`, label, act };
}
