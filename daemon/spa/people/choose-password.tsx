import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import { ApiError } from '../api/errors.js';
import { useApp, useSignOut } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { BrandLogo } from '../ui/brand-logo.js';
import { Button } from '../ui/button.js';
import '../shell/sign-in.css';
import { PasswordForm } from './password-form.js';

export interface CardProps {
  readonly title: string;
  readonly detail: string;
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** A screen outside of the navigation. */
export function Card({ title, detail, isWide = false, children }: CardProps) {
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="sign-in">
      <div className={`sign-in__card card ${isWide ? 'sign-in__card--wide' : ''}`}>
        <div className="sign-in__logo">
          <BrandLogo size={40} alt="" />
        </div>
        <h1 className="sign-in__title">{title}</h1>
        <p className="sign-in__detail">{detail}</p>
        {children}
      </div>
    </main>
  );
}

/** After a sign-in with a password that a colleague chose: nothing else is possible before it is replaced. */
export function ChoosePasswordScreen({ user }: { readonly user: UserBody }) {
  const { api, location, session, toasts } = useApp();
  const { say } = usePhrases();
  const signOut = useSignOut();
  return (
    <Card title={say('account.choose_password')} detail={say('account.choose_password_detail')}>
      <PasswordForm
        asksForCurrent
        action={say('account.change_password')}
        login={user.login}
        send={(password, current) => session.replace(() => api.changePassword(current, password), false)}
        onDone={() => toasts.success(say('account.password_changed'))}
      />
      <div className="sign-in__other">
        <Button variant="quiet" onPress={() => location.leave(signOut)}>
          {say('account.sign_out')}
        </Button>
      </div>
    </Card>
  );
}

/** The end of a link with which an administrator chooses a password. The token is the fragment of the address. */
export function PasswordLinkScreen() {
  const { api, location } = useApp();
  const { say } = usePhrases();
  const [token] = useState(() => window.location.hash.slice(1));
  const [isDone, setDone] = useState(false);
  /** An attempt without an answer may have set the password, and used the link up. */
  const [wasLost, setLost] = useState(false);
  const [isUsed, setUsed] = useState(false);

  async function redeem(password: string) {
    try {
      await api.redeemPasswordLink(token, password);
    } catch (error) {
      if (error instanceof ApiError && error.isPassing) setLost(true);
      else if (error instanceof ApiError && error.code === 'link_invalid' && wasLost) setUsed(true);
      throw error;
    }
  }

  // The token must not stay in the history of the browser.
  useEffect(() => {
    if (window.location.hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);

  if (isDone || isUsed || token === '') {
    return (
      <Card
        title={say('account.choose_password')}
        detail={say(isDone ? 'account.password_set' : isUsed ? 'errors.link_maybe_used' : 'errors.link_invalid')}
      >
        <Button variant="primary" onPress={() => location.go('/', { unguarded: true })}>
          {say('account.sign_in')}
        </Button>
      </Card>
    );
  }
  return (
    <Card title={say('account.choose_password')} detail={say('account.choose_password_for_link')}>
      <PasswordForm
        asksForCurrent={false}
        action={say('people.set_password')}
        send={redeem}
        onDone={() => setDone(true)}
      />
    </Card>
  );
}
