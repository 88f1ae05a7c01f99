import { useId } from 'react';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import type { FactorSetupProps } from './factor-setup.js';
import { FactorSetup } from './factor-setup.js';
import { createPasskey } from './passkey-browser.js';
import { PasskeyNameForm } from './passkey-name-form.js';

/** Adds a passkey: asks for its name, then the browser creates it. */
export function PasskeySetup(props: FactorSetupProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  const id = useId();
  const number = String((props.factor?.passkeys?.length ?? 0) + 1);
  return (
    <FactorSetup {...props} begin={api.setUpPasskey}>
      {({ setup, cancel, confirm }) => (
        <div className="second-factor" aria-describedby={`${id}-about`}>
          <p id={`${id}-about`} className="own-account__detail">
            {say('passkeys.about')}
          </p>
          <PasskeyNameForm
            name={say('passkeys.default_name', { number })}
            action={say('passkeys.create')}
            send={async (name) => {
              const credential = await createPasskey(setup.options);
              await confirm(() => api.addPasskey(setup.ticket, name, credential));
            }}
          >
            {cancel}
          </PasskeyNameForm>
        </div>
      )}
    </FactorSetup>
  );
}
