import { Check, ChevronDown } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
  type Key,
} from 'react-aria-components';
import type { UserBody } from '../../admin/model/answers.js';
import { chooseLanguage, nameOfLanguage } from '../i18n/language.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { useApp } from './app-context.js';
import type { ThemeChoice } from './theme.js';
import { useSignOut } from './use-sign-out.js';
import './menu.css';

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

export function AccountMenu({ user }: { readonly user: UserBody }) {
  const { location, theme } = useApp();
  const signOut = useSignOut();
  const { say, language: current, languages } = usePhrases();
  const chosen = useSyncExternalStore(theme.subscribe, theme.get);

  function onLanguage(keys: 'all' | Set<Key>) {
    const [language] = keys === 'all' ? [] : keys;
    if (typeof language !== 'string' || language === current) return;
    location.leave(() => {
      chooseLanguage(language);
      // Every text on the page is another one then, those of plugins' own scripts too.
      window.location.reload();
    });
  }

  function onTheme(keys: 'all' | Set<Key>) {
    const choice = THEMES.find((one) => keys !== 'all' && keys.has(one));
    if (choice !== undefined) theme.choose(choice);
  }

  return (
    <MenuTrigger>
      <Button className="account">
        <span className="account__name">{user.name === '' ? user.login : user.name}</span>
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu" aria-label={say('account.menu')}>
          <MenuSection
            selectionMode="single"
            selectedKeys={[chosen]}
            onSelectionChange={onTheme}
            disallowEmptySelection
          >
            <Header className="menu__heading">{say('account.appearance')}</Header>
            {THEMES.map((choice) => (
              <MenuItem key={choice} id={choice} className="menu__item" textValue={say(`account.theme_${choice}`)}>
                <Check className="menu__tick" aria-hidden="true" />
                {say(`account.theme_${choice}`)}
              </MenuItem>
            ))}
          </MenuSection>
          {user.locale === null && languages.length > 1 && (
            <MenuSection
              selectionMode="single"
              selectedKeys={[current]}
              onSelectionChange={onLanguage}
              disallowEmptySelection
            >
              <Header className="menu__heading">{say('account.language')}</Header>
              {languages.map((language) => (
                <MenuItem key={language} id={language} className="menu__item" textValue={nameOfLanguage(language)}>
                  <Check className="menu__tick" aria-hidden="true" />
                  <span lang={language}>{nameOfLanguage(language)}</span>
                </MenuItem>
              ))}
            </MenuSection>
          )}
          <Separator className="menu__line" />
          <MenuItem className="menu__item" textValue={say('account.sign_out')} onAction={() => location.leave(signOut)}>
            {say('account.sign_out')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
