import { useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import type { SecondFactorBody } from '../../admin/api/answers.js';
import type { PasskeyBody } from '../../admin/api/passkey-answers.js';
import { SECOND_FACTOR_KEY } from '../api/query-keys.js';
import { formatInstant } from '../formats/date-format.js';
import { relativeTime, useNow } from '../formats/relative-time.js';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Chip } from '../ui/tone.js';
import { PasskeyNameForm } from './passkey-name-form.js';
import { ProofForm } from './proof-form.js';
import './session-list.css';

export interface PasskeyListProps {
  readonly factor: SecondFactorBody;
  readonly passkeys: readonly PasskeyBody[];
  readonly onRemoved: () => void;
}

/** The passkeys of the own account, each with what changes it. */
export function PasskeyList({ factor, passkeys, onRemoved }: PasskeyListProps) {
  const { say } = usePhrases();
  return (
    <ul className="session-list" aria-label={say('passkeys.title')}>
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} factor={factor} onRemoved={onRemoved} />
      ))}
    </ul>
  );
}

interface PasskeyRowProps extends Pick<PasskeyListProps, 'factor' | 'onRemoved'> {
  readonly passkey: PasskeyBody;
}

function PasskeyRow({ passkey, factor, onRemoved }: PasskeyRowProps) {
  const { api, session, toasts } = useApp();
  const { say, locale } = usePhrases();
  const queries = useQueryClient();
  const now = useNow();
  const [doing, setDoing] = useState<'rename' | 'remove'>();
  const id = useId();
  const { name, created_at: created, used_at: used } = passkey;
  const isLast = !factor.has_app && factor.passkeys?.length === 1;
  const close = () => setDoing(undefined);
  const cancel = (
    <Button variant="quiet" onPress={close}>
      {say('form.cancel')}
    </Button>
  );

  async function rename(to: string) {
    await api.renamePasskey(passkey.id, to);
    close();
    toasts.success(say('passkeys.renamed'));
    await queries.invalidateQueries({ queryKey: SECOND_FACTOR_KEY });
  }

  const at = (text: string) => formatInstant(new Date(text), locale);
  return (
    <li className="session-list__session">
      <KeyRound className="session-list__icon" aria-hidden="true" />
      <div className="session-list__about">
        <p className="session-list__name" id={id}>
          <bdi>{name}</bdi>
          {passkey.is_synced && <Chip tone="neutral">{say('passkeys.synced')}</Chip>}
        </p>
        <p className="session-list__detail">
          {used === null ? (
            <span>{say('passkeys.never_used')}</span>
          ) : (
            <span title={at(used)}>{say('passkeys.used', { when: relativeTime(new Date(used), now, locale) })}</span>
          )}
          <span>{say('passkeys.created', { when: at(created) })}</span>
        </p>
      </div>
      <Button aria-describedby={id} onPress={() => setDoing('rename')}>
        {say('passkeys.rename')}
      </Button>
      <Button aria-describedby={id} onPress={() => setDoing('remove')}>
        {say('passkeys.remove')}
      </Button>
      <Dialog isOpen={doing === 'rename'} onClose={close} hasInput title={say('passkeys.rename')}>
        <PasskeyNameForm name={name} action={say('form.save')} send={rename}>
          {cancel}
        </PasskeyNameForm>
      </Dialog>
      <Dialog isOpen={doing === 'remove'} title={say('passkeys.remove_question', { name })}>
        <p className="own-account__detail">{say('passkeys.remove_detail')}</p>
        {isLast && <p className="own-account__detail">{say('passkeys.remove_last')}</p>}
        {isLast && factor.is_required && (
          <p className="own-account__detail">{say('second_factor.turn_off_required')}</p>
        )}
        <ProofForm
          factor={factor}
          isDangerous
          action={say('passkeys.remove')}
          send={(password, proof = { code: '' }) =>
            session.replace(() => api.removePasskey(passkey.id, password, proof), false)
          }
          onDone={onRemoved}
        >
          {cancel}
        </ProofForm>
      </Dialog>
    </li>
  );
}
