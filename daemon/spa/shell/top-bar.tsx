import { Menu as MenuIcon, X } from 'lucide-react';
import type { Ref } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import { useApp, useBrandName } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { BrandLogo } from '../ui/brand-logo.js';
import { Link } from '../ui/link.js';
import { AccountMenu } from './account-menu.js';
import type { NavigationMenu } from './navigation-bar.js';
import { PaletteButton } from './palette/command-palette.js';
import './top-bar.css';

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
