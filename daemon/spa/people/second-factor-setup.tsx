import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { CodeForm } from './code-form.js';
import type { FactorSetupProps } from './factor-setup.js';
import { FactorSetup } from './factor-setup.js';
import { QrCode } from './qr-code.js';
import './second-factor.css';

/** Sets up an authenticator app: shows its secret and asks for a first code. */
export function SecondFactorSetup(props: FactorSetupProps) {
  const { api } = useApp();
  const { say } = usePhrases();
  return (
    <FactorSetup {...props} begin={api.setUpSecondFactor}>
      {({ setup, cancel, confirm }) => (
        <div className="second-factor">
          <ol className="second-factor__steps">
            <li>{say('second_factor.install')}</li>
            <li>
              {say('second_factor.scan')}
              <QrCode text={setup.uri} label={say('second_factor.qr')} />
              <span className="second-factor__or">{say('second_factor.or_type')}</span>
              <code className="second-factor__secret" dir="ltr">
                {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
              </code>
            </li>
            <li>
              {say('second_factor.confirm')}
              <CodeForm
                asksForPassword={false}
                asksForCode
                autoFocus
                action={say('second_factor.turn_on')}
                send={(_password, code) => confirm(() => api.confirmSecondFactor(setup.ticket, code))}
              >
                {cancel}
              </CodeForm>
            </li>
          </ol>
        </div>
      )}
    </FactorSetup>
  );
}
