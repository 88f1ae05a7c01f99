import { useState } from 'react';
import type { SecondFactorBody, SecondFactorSetupBody } from '../../admin/api/answers.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/tone.js';
import { CodeForm } from './code-form.js';
import { ProofForm } from './proof-form.js';
import { QrCode } from './qr-code.js';
import './second-factor.css';

export interface SecondFactorSetupProps {
  /** Absent: there is none yet. */
  readonly factor?: SecondFactorBody;
  /** Called when the recovery codes have been seen. */
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

/** Sets up an app in three steps: the proof; the app and a first code; the recovery codes of a first factor. */
export function SecondFactorSetup({ factor, onDone, onCancel }: SecondFactorSetupProps) {
  const { api, session } = useApp();
  const { say } = usePhrases();
  const [setup, setSetup] = useState<SecondFactorSetupBody>();
  const [codes, setCodes] = useState<readonly string[]>();
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
        send={async (password, proof) => setSetup((await api.setUpSecondFactor(password, proof)).data)}
      >
        {cancel}
      </ProofForm>
    );
  }
  return (
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
            send={(_password, code) =>
              session.replace(async () => {
                const answer = await api.confirmSecondFactor(setup.ticket, code);
                setCodes(answer.data.recovery_codes);
                return answer;
              }, false)
            }
            // Codes that came with a passkey stay.
            {...(factor?.is_on === true && { onDone })}
          >
            {cancel}
          </CodeForm>
        </li>
      </ol>
    </div>
  );
}

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly action: string;
  readonly onDone: () => void;
}

/** Recovery codes, shown once. */
export function RecoveryCodes({ codes, action, onDone }: RecoveryCodesProps) {
  const { toasts } = useApp();
  const { say } = usePhrases();
  const text = codes.join('\n');
  return (
    <div className="second-factor">
      <Notice tone="warning" role="status">
        {say('second_factor.codes_once')}
      </Notice>
      <ul className="second-factor__codes" aria-label={say('second_factor.recovery_codes')} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="password-form__actions">
        <Button variant="primary" onPress={onDone}>
          {action}
        </Button>
        <Button
          onPress={() =>
            void navigator.clipboard.writeText(text).then(() => toasts.success(say('second_factor.copied')))
          }
        >
          {say('second_factor.copy')}
        </Button>
        <a
          className="button button--secondary"
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
        >
          {say('second_factor.download')}
        </a>
      </div>
    </div>
  );
}
