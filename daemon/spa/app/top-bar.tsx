import { Menu as MenuIcon, X } from 'lucide-react';
import icon from '../icon.svg';
import type { Ref } from 'react';
import type { UserBody } from '../../admin/model/answers.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Link } from '../navigation/link.js';
import { AccountMenu } from './account-menu.js';
import type { NavigationMenu } from './use-navigation-menu.js';

export interface TopBarProps {
  readonly user: UserBody;
  readonly menu: NavigationMenu;
  readonly menuButton: Ref<HTMLButtonElement>;
}

export function TopBar({ user, menu, menuButton }: TopBarProps) {
  const { say } = usePhrases();
  return (
    <header className="top-bar">
      {/* A native button: it controls what only small screens hide. */}
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
        <img src={icon} alt="" width={24} height={24} />
        {say('shell.name')}
      </Link>
      <AccountMenu user={user} />
    </header>
  );
}
