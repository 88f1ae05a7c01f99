import { useState, useSyncExternalStore } from 'react';
import type { CodeNeededBody } from '../../admin/api/answers.js';
import { useApp, useSignOut } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Card } from './choose-password.js';
import { CodeForm } from './code-form.js';
import { choosePasskey } from './passkey-browser.js';
import { PasskeySetup } from './passkey-setup.js';
import { SecondFactorSetup } from './second-factor-setup.js';

/** For an administrator whose role demands a second factor: nothing else is possible before there is one. */
export function SetUpSecondFactorScreen({ onDone }: { readonly onDone: () => void }) {
  const { session, toasts } = useApp();
  const { say } = usePhrases();
  const signOut = useSignOut();
  const state = useSyncExternalStore(session.subscribe, session.get);
  const hasPasskeys = 'user' in state && state.user.has_passkeys === true;
  const [chosen, setChosen] = useState<'app' | 'passkey'>();
  const kind = hasPasskeys ? chosen : 'app';
  const back = hasPasskeys && { onCancel: () => setChosen(undefined) };

  function done() {
    onDone();
    toasts.success(say('second_factor.is_on'));
  }

  return (
    <Card title={say('second_factor.set_up')} detail={say('second_factor.demanded')} isWide>
      {kind === undefined && (
        <>
          <p className="sign-in__detail">{say('second_factor.choose')}</p>
          <div className="password-form__actions">
            <Button variant="primary" autoFocus onPress={() => setChosen('passkey')}>
              {say('passkeys.add')}
            </Button>
            <Button onPress={() => setChosen('app')}>{say('second_factor.set_up_app')}</Button>
          </div>
        </>
      )}
      {kind === 'app' && <SecondFactorSetup onDone={done} {...back} />}
      {kind === 'passkey' && <PasskeySetup onDone={done} {...back} />}
      <div className="sign-in__other">
        <Button variant="quiet" onPress={() => void signOut()}>
          {say('account.sign_out')}
        </Button>
      </div>
    </Card>
  );
}

export interface SignInCodeProps {
  readonly step: CodeNeededBody;
  /** Back to login and password. */
  readonly onBack: () => void;
}

/** The second step of a sign-in, with whatever the administrator has. */
export function SignInCode({ step, onBack }: SignInCodeProps) {
  const { session } = useApp();
  const { say } = usePhrases();
  const { second_factor: ticket, methods = ['app', 'recovery_code'], passkey } = step;
  const hasApp = methods.includes('app');
  const takesRecoveryCodes = methods.includes('recovery_code');
  return (
    <>
      <p className="sign-in__detail">
        {say(
          passkey !== undefined ? 'passkeys.sign_in' : hasApp ? 'second_factor.sign_in' : 'passkeys.or_recovery_code',
        )}
      </p>
      <CodeForm
        asksForPassword={false}
        asksForCode={hasApp || takesRecoveryCodes || passkey === undefined}
        takesAppCodes={hasApp}
        takesRecoveryCodes={takesRecoveryCodes}
        autoFocus
        action={say('account.sign_in')}
        send={(_password, code) => session.signInWithCode(ticket, code)}
        sendPasskey={passkey && (async () => session.signInWithPasskey(ticket, await choosePasskey(passkey)))}
      >
        <Button variant="quiet" onPress={onBack}>
          {say('second_factor.back')}
        </Button>
      </CodeForm>
    </>
  );
}
