import { ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import { firstCharacter } from '../../admin/api/characters.js';
import { useApp, useSignOut } from '../platform/app.js';
import { chooseLanguage, nameOfLanguage } from '../platform/language.js';
import { usePhrases } from '../platform/phrases.js';
import { ACCOUNT_PATH } from '../platform/routes.js';
import { shortcutsHelp } from '../platform/shortcuts.js';
import { MenuButton } from '../ui/menu-button.js';
import { DENSITIES, THEMES, useAppearance } from './use-appearance.js';

/** The administrator's own choices: the appearance, the language, the account, and the end of the session. */
export function AccountMenu({ user }: { readonly user: UserBody }) {
  const { location } = useApp();
  const signOut = useSignOut();
  const { say } = usePhrases();
  const appearance = useAppearanceMenus(user);
  const language = useLanguageMenu(user);
  const name = user.name === '' ? user.login : user.name;
  const own = {
    id: 'own',
    label: say('account.own'),
    onChoose: () => location.leave(() => location.go(ACCOUNT_PATH, { unguarded: true })),
  };
  return (
    <MenuButton
      button={{ className: 'account' }}
      label={say('account.menu')}
      placement="bottom end"
      submenus={[...appearance, ...language]}
      choices={[
        ...(user.has_account === true ? [own] : []),
        { id: 'shortcuts', label: say('shortcuts.title'), onChoose: shortcutsHelp.open },
        { id: 'sign-out', label: say('account.sign_out'), onChoose: () => location.leave(signOut) },
      ]}
    >
      <span className="account__initials" aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className="account__name">{name}</span>
      <ChevronDown aria-hidden="true" />
    </MenuButton>
  );
}

/** The first letters of the first and the last word. Without a joiner, so that Arabic letters stay apart. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => firstCharacter(word ?? ''))
    .join('\u200C')
    .toLocaleUpperCase();
}

function useAppearanceMenus(user: UserBody) {
  const { theme, density } = useApp();
  const { say } = usePhrases();
  const { chooseTheme, chooseDensity } = useAppearance(user);
  const chosen = useSyncExternalStore(theme.subscribe, theme.get);
  const rows = useSyncExternalStore(density.subscribe, density.get);
  return [
    {
      heading: say('account.appearance'),
      chosen,
      choices: THEMES.map((choice) => ({
        id: choice,
        label: say(`account.theme_${choice}`),
        onChoose: () => chooseTheme(choice),
      })),
    },
    {
      heading: say('account.density'),
      chosen: rows,
      choices: DENSITIES.map((choice) => ({
        id: choice,
        label: say(`account.density_${choice}`),
        onChoose: () => chooseDensity(choice),
      })),
    },
  ];
}

/** Absent if there is no choice, or if the account has a language. */
function useLanguageMenu(user: UserBody) {
  const { location } = useApp();
  const { say, language: current, languages } = usePhrases();
  if (user.locale !== null || languages.length < 2) return [];

  function choose(language: string) {
    location.leave(() => {
      chooseLanguage(language);
      // A new language changes every text on the page, including those of plugins' scripts.
      window.location.reload();
    });
  }

  return [
    {
      heading: say('account.language'),
      chosen: current,
      choices: languages.map((language) => ({
        id: language,
        label: nameOfLanguage(language),
        lang: language,
        onChoose: () => choose(language),
      })),
    },
  ];
}
