import { useId, useState } from 'react';
import type { SecondFactorBody } from '../../admin/api/answers.js';
import type { PasskeySetupBody } from '../../admin/api/passkey-answers.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { createPasskey } from './passkey-browser.js';
import { PasskeyNameForm } from './passkey-name-form.js';
import { ProofForm } from './proof-form.js';
import { RecoveryCodes } from './second-factor-setup.js';

export interface PasskeySetupProps {
  /** Absent: there is none yet. */
  readonly factor: SecondFactorBody | undefined;
  /** Called when the passkey is there and, for the first factor, the recovery codes have been seen. */
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** Adds a passkey in three steps: the proof; the name and the browser's question; the recovery codes of a first factor. */
export function PasskeySetup({ factor, onDone, onCancel }: PasskeySetupProps) {
  const { api, session } = useApp();
  const { say } = usePhrases();
  const [setup, setSetup] = useState<PasskeySetupBody>();
  const [codes, setCodes] = useState<readonly string[]>();
  const id = useId();
  const cancel = onCancel && (
    <Button variant="quiet" onPress={onCancel}>
      {say('form.cancel')}
    </Button>
  );

  if (codes !== undefined) {
    return <RecoveryCodes codes={codes} action={say('second_factor.saved_codes')} onDone={onDone} />;
  }
  if (setup === undefined) {
    return (
      <ProofForm
        factor={factor}
        action={say('second_factor.continue')}
        send={async (password, proof) => setSetup((await api.setUpPasskey(password, proof)).data)}
      >
        {cancel}
      </ProofForm>
    );
  }

  async function create({ options, ticket }: PasskeySetupBody, name: string) {
    const credential = await createPasskey(options);
    let given: readonly string[] | undefined;
    await session.replace(async () => {
      const answer = await api.addPasskey(ticket, name, credential);
      given = answer.data.recovery_codes;
      setCodes(given);
      return answer;
    }, false);
    if (given === undefined) onDone();
  }

  return (
    <div className="second-factor" aria-describedby={`${id}-about`}>
      <p id={`${id}-about`} className="own-account__detail">
        {say('passkeys.about')}
      </p>
      <PasskeyNameForm
        name={say('passkeys.default_name', { number: String((factor?.passkeys?.length ?? 0) + 1) })}
        action={say('passkeys.create')}
        send={(name) => create(setup, name)}
      >
        {cancel}
      </PasskeyNameForm>
    </div>
  );
}
