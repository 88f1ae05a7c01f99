import { useApp, useSignOut } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Card } from './choose-password.js';
import { CodeForm } from './code-form.js';
import { SecondFactorSetup } from './second-factor-setup.js';

/** For an administrator whose role demands a second factor: nothing else is possible before there is one. */
export function SetUpSecondFactorScreen({ onDone }: { readonly onDone: () => void }) {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const signOut = useSignOut();
  return (
    <Card title={say('second_factor.set_up')} detail={say('second_factor.demanded')} isWide>
      <SecondFactorSetup
        onDone={() => {
          onDone();
          toasts.success(say('second_factor.is_on'));
        }}
      />
      <div className="sign-in__other">
        <Button variant="quiet" onPress={signOut}>
          {say('account.sign_out')}
        </Button>
      </div>
    </Card>
  );
}

export interface SignInCodeProps {
  readonly ticket: string;
  /** Back to login and password. */
  readonly onBack: () => void;
}

/** The second step of a sign-in. */
export function SignInCode({ ticket, onBack }: SignInCodeProps) {
  const { session } = useApp();
  const { say } = usePhrases();
  return (
    <>
      <p className="sign-in__detail">{say('second_factor.sign_in')}</p>
      <CodeForm
        asksForPassword={false}
        asksForCode
        takesRecoveryCodes
        autoFocus
        action={say('account.sign_in')}
        send={(_password, code) => session.signInWithCode(ticket, code)}
      >
        <Button variant="quiet" onPress={onBack}>
          {say('second_factor.back')}
        </Button>
      </CodeForm>
    </>
  );
}
