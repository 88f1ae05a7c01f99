import type { UserBody } from '../../admin/model/answers.js';
import { useApp } from '../app/app-context.js';
import type { Ending } from '../app/session.js';
import { useSignOut } from '../app/use-sign-out.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SignInForm } from './sign-in-form.js';
import './sign-in.css';

export interface ExpiredDialogProps {
  readonly user: UserBody;
  readonly why: Ending;
}

/** The session ended: over the screen, so that nothing on it is lost. What waited for the session goes on afterwards. */
export function ExpiredDialog({ user, why }: ExpiredDialogProps) {
  const { location } = useApp();
  const { say } = usePhrases();
  const signOut = useSignOut();
  return (
    <Dialog isOpen title={say('account.sign_in')}>
      <p>
        {why.kind === 'ended' && say('errors.token_expired')}
        {why.kind === 'signed-out' && say('account.signed_out_elsewhere')}
        {why.kind === 'replaced' && say('account.replaced', { name: nameOf(why.by), own: nameOf(user) })}
      </p>
      <SignInForm login={user.login} />
      {why.kind === 'replaced' ? (
        <Button variant="quiet" onPress={() => location.leave(() => window.location.reload())}>
          {say('account.continue_as', { name: nameOf(why.by) })}
        </Button>
      ) : (
        <Button variant="quiet" onPress={() => location.leave(signOut)}>
          {say('account.sign_out')}
        </Button>
      )}
    </Dialog>
  );
}

function nameOf({ name, login }: UserBody): string {
  return name === '' ? login : name;
}
