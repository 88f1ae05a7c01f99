import type { UserBody } from '../../admin/model/answers.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { SignInForm } from './sign-in-form.js';
import './sign-in.css';

/** The session ran out: over the screen, so that nothing on it is lost. What waited for the session goes on afterwards. */
export function ExpiredDialog({ user }: { readonly user: UserBody }) {
  const { session } = useApp();
  const { say } = usePhrases();
  return (
    <Dialog isOpen title={say('account.sign_in')}>
      <p>{say('errors.token_expired')}</p>
      <SignInForm login={user.login} />
      <Button variant="quiet" onPress={() => void session.signOut()}>
        {say('account.sign_out')}
      </Button>
    </Dialog>
  );
}
