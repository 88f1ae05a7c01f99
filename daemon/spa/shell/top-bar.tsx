import { Check, ChevronDown, Menu as MenuIcon, X } from 'lucide-react';
import type { Ref } from 'react';
import { useSyncExternalStore } from 'react';
import type { Key } from 'react-aria-components';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import type { UserBody } from '../../admin/api/answers.js';
import { useApp, useBrandName, useSignOut } from '../platform/app.js';
import { chooseLanguage, nameOfLanguage } from '../platform/language.js';
import { usePhrases } from '../platform/phrases.js';
import { ACCOUNT_PATH } from '../platform/routes.js';
import { shortcutsHelp } from '../platform/shortcuts.js';
import { BrandLogo } from '../ui/brand-logo.js';
import { Link } from '../ui/link.js';
import type { NavigationMenu } from './navigation-bar.js';
import { PaletteButton } from './palette/command-palette.js';
import { DENSITIES, THEMES, useAppearance } from './use-appearance.js';
import './top-bar.css';

function AccountMenu({ user }: { readonly user: UserBody }) {
  const { location, theme, density } = useApp();
  const { chooseTheme, chooseDensity } = useAppearance(user);
  const signOut = useSignOut();
  const { say, language: current, languages } = usePhrases();
  const chosen = useSyncExternalStore(theme.subscribe, theme.get);
  const rows = useSyncExternalStore(density.subscribe, density.get);

  function onLanguage(keys: 'all' | Set<Key>) {
    const [language] = keys === 'all' ? [] : keys;
    if (typeof language !== 'string' || language === current) return;
    location.leave(() => {
      chooseLanguage(language);
      // A new language changes every text on the page, including those of plugins' scripts.
      window.location.reload();
    });
  }

  function onTheme(keys: 'all' | Set<Key>) {
    const choice = THEMES.find((one) => keys !== 'all' && keys.has(one));
    if (choice !== undefined) chooseTheme(choice);
  }

  function onDensity(keys: 'all' | Set<Key>) {
    const choice = DENSITIES.find((one) => keys !== 'all' && keys.has(one));
    if (choice !== undefined) chooseDensity(choice);
  }

  const name = user.name === '' ? user.login : user.name;
  return (
    <MenuTrigger>
      <Button className="account">
        <span className="account__initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="account__name">{name}</span>
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
          <MenuSection
            selectionMode="single"
            selectedKeys={[rows]}
            onSelectionChange={onDensity}
            disallowEmptySelection
          >
            <Header className="menu__heading">{say('account.density')}</Header>
            {DENSITIES.map((choice) => (
              <MenuItem key={choice} id={choice} className="menu__item" textValue={say(`account.density_${choice}`)}>
                <Check className="menu__tick" aria-hidden="true" />
                {say(`account.density_${choice}`)}
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
          {user.has_account === true && (
            <MenuItem
              className="menu__item"
              textValue={say('account.own')}
              onAction={() => location.leave(() => location.go(ACCOUNT_PATH, { unguarded: true }))}
            >
              {say('account.own')}
            </MenuItem>
          )}
          <MenuItem className="menu__item" textValue={say('shortcuts.title')} onAction={shortcutsHelp.open}>
            {say('shortcuts.title')}
          </MenuItem>
          <MenuItem className="menu__item" textValue={say('account.sign_out')} onAction={() => location.leave(signOut)}>
            {say('account.sign_out')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

/** The first letters of the first and the last word. Without a joiner, so that Arabic letters stay apart. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => word !== '');
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('\u200C')
    .toLocaleUpperCase();
}

export interface TopBarProps {
  readonly user: UserBody;
  readonly menu: NavigationMenu;
  readonly menuButton: Ref<HTMLButtonElement>;
}

export function TopBar({ user, menu, menuButton }: TopBarProps) {
  const { say } = usePhrases();
  const { brand } = useApp();
  const name = useBrandName();
  const isNamed = brand.name !== undefined || brand.logo === undefined;
  return (
    <header className="top-bar">
      {/* A native button, because it controls an element that only small screens hide. */}
      <button
        type="button"
        className="icon-button top-bar__menu"
        ref={menuButton}
        aria-expanded={menu.isOpen}
        aria-controls="navigation"
        aria-label={say('shell.menu')}
        onClick={menu.toggle}
      >
        {menu.isOpen ? <X /> : <MenuIcon />}
      </button>
      <Link to="/" className="top-bar__name">
        <BrandLogo size={24} alt={isNamed ? '' : name} />
        {isNamed && name}
      </Link>
      <PaletteButton />
      <AccountMenu user={user} />
    </header>
  );
}
