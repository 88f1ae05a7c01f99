import { Menu as MenuIcon, X } from 'lucide-react';
import type { UserBody } from '../../admin/model/answers.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Link } from '../navigation/link.js';
import { AccountMenu } from './account-menu.js';

export interface TopBarProps {
  readonly user: UserBody;
  readonly isMenuOpen: boolean;
  readonly onToggleMenu: () => void;
}

export function TopBar({ user, isMenuOpen, onToggleMenu }: TopBarProps) {
  const { say } = usePhrases();
  return (
    <header className="top-bar">
      {/* A native button: it controls what only small screens hide. */}
      <button
        type="button"
        className="icon-button top-bar__menu"
        aria-expanded={isMenuOpen}
        aria-controls="navigation"
        aria-label={say('shell.menu')}
        onClick={onToggleMenu}
      >
        {isMenuOpen ? <X /> : <MenuIcon />}
      </button>
      <Link to="/" className="top-bar__name">
        {say('shell.name')}
      </Link>
      <AccountMenu user={user} />
    </header>
  );
}
