import type { ReactNode } from 'react';
import type { SecondFactorBody } from '../../admin/api/answers.js';
import type { ProofBody } from '../api/endpoints.js';
import { useApp } from '../platform/app.js';
import { CodeForm } from './code-form.js';
import { choosePasskey } from './passkey-browser.js';

export interface ProofFormProps {
  /** The second factor that the account has; absent or off: only the password is asked for. */
  readonly factor: SecondFactorBody | undefined;
  /** Label of the button. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Throws ApiError. */
  readonly send: (password: string, proof: ProofBody | undefined) => Promise<unknown>;
  readonly onDone?: () => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Asks for the password and for the second factor of the account, whichever it is. */
export function ProofForm({ factor, action, isDangerous = false, send, onDone, children }: ProofFormProps) {
  const { api } = useApp();
  const isOn = factor?.is_on === true;
  const hasPasskeys = (factor?.passkeys ?? []).length > 0;

  async function sendPasskey(password: string) {
    const { options, ticket } = (await api.passkeyChallenge()).data;
    const credential = await choosePasskey(options);
    return send(password, { passkey: { ticket, credential } });
  }

  return (
    <CodeForm
      asksForPassword
      asksForCode={isOn}
      takesRecoveryCodes
      takesAppCodes={factor?.has_app === true}
      autoFocus
      isDangerous={isDangerous}
      action={action}
      send={(password, code) => send(password, isOn ? { code } : undefined)}
      sendPasskey={hasPasskeys ? sendPasskey : undefined}
      {...(onDone && { onDone })}
    >
      {children}
    </CodeForm>
  );
}
