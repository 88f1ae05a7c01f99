import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../api/errors.js';
import { loadProblem } from '../api/queries.js';
import { ALL_SESSIONS, SECOND_FACTOR_KEY } from '../api/query-keys.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Chip } from '../ui/tone.js';
import { PasskeyList } from './passkey-list.js';
import { PasskeySetup } from './passkey-setup.js';
import { ProofForm } from './proof-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { SecondFactorSetup } from './second-factor-setup.js';

type Doing = 'setup' | 'passkey' | 'codes' | 'remove' | 'remove-app';

/** The second factor on the page of one's own account: its state, and everything that changes it. */
export function OwnSecondFactor() {
  const { api, session, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const [codes, setCodes] = useState<readonly string[]>();
  const state = useQuery({
    queryKey: SECOND_FACTOR_KEY,
    queryFn: ({ signal }) => api.secondFactor(signal),
    staleTime: 0,
  });
  const factor = state.data?.data;

  function close() {
    setDoing(undefined);
    setCodes(undefined);
    void queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY });
  }

  function changed(text: string) {
    toasts.success(text);
    close();
    void queries.invalidateQueries({ queryKey: ALL_SESSIONS });
  }

  const problem = loadProblem(state);
  if (problem !== null) {
    return (
      <p className="problem" role="alert">
        {errorText(problem, say)}
      </p>
    );
  }
  if (factor === undefined) return <span className="skeleton session-list__loading" aria-busy="true" />;
  const cancel = (
    <Button variant="quiet" onPress={close}>
      {say('form.cancel')}
    </Button>
  );
  const { passkeys } = factor;
  const noProof = { code: '' };
  return (
    <>
      <p className="own-account__detail">
        {say(passkeys === undefined ? 'second_factor.about' : 'passkeys.factor_about')}
      </p>
      <p className="second-factor__state">
        <Chip tone={factor.is_on ? 'success' : 'neutral'}>
          {say(factor.is_on ? 'second_factor.on' : 'second_factor.off')}
        </Chip>
        {factor.is_on && <span>{say('second_factor.codes_left', { count: factor.recovery_codes_left })}</span>}
        {factor.is_required && <span className="own-account__detail">{say('second_factor.required')}</span>}
      </p>
      {passkeys !== undefined && passkeys.length > 0 && (
        <PasskeyList factor={factor} passkeys={passkeys} onRemoved={() => changed(say('passkeys.removed'))} />
      )}
      <div className="password-form__actions">
        {passkeys !== undefined && <Button onPress={() => setDoing('passkey')}>{say('passkeys.add')}</Button>}
        {!factor.has_app && (
          <Button onPress={() => setDoing('setup')}>
            {say(passkeys === undefined ? 'second_factor.set_up' : 'second_factor.set_up_app')}
          </Button>
        )}
        {factor.has_app && passkeys !== undefined && passkeys.length > 0 && (
          <Button onPress={() => setDoing('remove-app')}>{say('second_factor.remove_app')}</Button>
        )}
        {factor.is_on && (
          <>
            <Button onPress={() => setDoing('codes')}>{say('second_factor.new_codes')}</Button>
            <Button onPress={() => setDoing('remove')}>{say('second_factor.turn_off')}</Button>
          </>
        )}
      </div>
      <Dialog isOpen={doing === 'setup'} title={say('second_factor.set_up')} size="large">
        <SecondFactorSetup factor={factor} onDone={() => changed(say('second_factor.is_on'))} onCancel={close} />
      </Dialog>
      <Dialog isOpen={doing === 'passkey'} title={say('passkeys.add')} size="large">
        <PasskeySetup factor={factor} onDone={() => changed(say('passkeys.added'))} onCancel={close} />
      </Dialog>
      <Dialog isOpen={doing === 'codes'} title={say('second_factor.new_codes')} size="large">
        {codes === undefined ? (
          <>
            <p className="own-account__detail">{say('second_factor.new_codes_detail')}</p>
            <ProofForm
              factor={factor}
              action={say('second_factor.new_codes')}
              send={async (password, proof = noProof) =>
                setCodes((await api.renewRecoveryCodes(password, proof)).data.recovery_codes)
              }
            >
              {cancel}
            </ProofForm>
          </>
        ) : (
          <RecoveryCodes codes={codes} action={say('second_factor.saved_codes')} onDone={close} />
        )}
      </Dialog>
      <Dialog isOpen={doing === 'remove'} title={say('second_factor.turn_off_question')}>
        <p className="own-account__detail">
          {say(factor.is_required ? 'second_factor.turn_off_required' : 'second_factor.turn_off_detail')}
        </p>
        <ProofForm
          factor={factor}
          isDangerous
          action={say('second_factor.turn_off')}
          send={(password, proof = noProof) => session.replace(() => api.removeSecondFactor(password, proof), false)}
          onDone={() => changed(say('second_factor.is_off'))}
        >
          {cancel}
        </ProofForm>
      </Dialog>
      <Dialog isOpen={doing === 'remove-app'} title={say('second_factor.remove_app_question')}>
        <p className="own-account__detail">{say('second_factor.remove_app_detail')}</p>
        <ProofForm
          factor={factor}
          isDangerous
          action={say('second_factor.remove_app')}
          send={(password, proof = noProof) => session.replace(() => api.removeApp(password, proof), false)}
          onDone={() => changed(say('second_factor.app_removed'))}
        >
          {cancel}
        </ProofForm>
      </Dialog>
    </>
  );
}
