import { useEffect } from 'react';
import icon from '../icon.svg';
import { usePhrases } from '../i18n/phrases-context.js';
import { SignInForm } from './sign-in-form.js';
import './sign-in.css';

export function SignInScreen() {
  const { say } = usePhrases();
  useEffect(() => {
    document.title = say('account.sign_in');
  }, [say]);
  return (
    <main className="sign-in">
      <div className="sign-in__card card">
        <img className="sign-in__icon" src={icon} alt="" width={40} height={40} />
        <h1 className="sign-in__title">{say('account.sign_in')}</h1>
        <SignInForm />
      </div>
    </main>
  );
}
