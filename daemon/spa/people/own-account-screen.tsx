import type { ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useId, useMemo, useState, useSyncExternalStore } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import type { ApiError } from '../api/errors.js';
import { answered, errorText } from '../api/errors.js';
import { ALL_SESSIONS } from '../api/query-keys.js';
import { chosenZone } from '../formats/time-zone.js';
import type { AppearanceChoices } from '../platform/appearance.js';
import { applyZone, keepAppearance } from '../platform/appearance.js';
import { useApp, useTitle } from '../platform/app.js';
import { nameOfLanguage } from '../platform/language.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { lazyPart } from '../ui/lazy-part.js';
import { WayBack } from '../ui/link.js';
import { SearchSelect } from '../ui/search-select.js';
import { Select } from '../ui/select.js';
import { UnsavedGuard } from '../ui/unsaved-guard.js';
import './own-account-screen.css';
import { PasswordForm } from './password-form.js';
import { SessionList } from './session-list.js';

// With the drawing of QR codes, which few visits need.
const OwnSecondFactor = lazyPart(async () => (await import('./own-second-factor.js')).OwnSecondFactor);

const ZONES = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: value.replaceAll('_', ' ') }));

/** My account: profile, appearance, password, sessions. */
export function OwnAccountScreen() {
  const { session } = useApp();
  const { say } = usePhrases();
  const state = useSyncExternalStore(session.subscribe, session.get);
  useTitle(say('account.own'));
  if (!('user' in state) || state.user.has_account !== true) {
    return (
      <EmptyState picture="search" title={say('errors.not_found')} detail={say('shell.not_found_detail')}>
        <WayBack />
      </EmptyState>
    );
  }
  return (
    <div className="own-account">
      <h1 className="own-account__title">{say('account.own')}</h1>
      <Profile key={state.user.id} user={state.user} />
      <Appearance />
      <Security user={state.user} />
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="own-account__part card" aria-labelledby={id}>
      <h2 id={id} className="own-account__heading">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly problem?: string | undefined;
}

function Choice({ label, value, onChange, options, problem }: ChoiceProps) {
  const id = useId();
  return (
    <div className="own-account__field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <Select
        id={id}
        labelId={`${id}-label`}
        value={value}
        options={options}
        isInvalid={problem !== undefined}
        describedBy={problem === undefined ? undefined : `${id}-problem`}
        onChange={onChange}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} className="own-account__problem">
          {problem}
        </p>
      )}
    </div>
  );
}

interface ProfileValues {
  readonly name: string;
  /** Empty: that of the browser. */
  readonly locale: string;
}

function profileOf({ name, login, locale }: UserBody): ProfileValues {
  return { name: name === login ? '' : name, locale: locale ?? '' };
}

function Profile({ user }: { readonly user: UserBody }) {
  const { api, session, toasts } = useApp();
  const { say, languages } = usePhrases();
  const kept = profileOf(user);
  const [name, setName] = useState(kept.name);
  const [locale, setLocale] = useState(kept.locale);
  const [refusal, setRefusal] = useState<ApiError>();
  const [isPending, setPending] = useState(false);
  const id = useId();

  /** @param sent before which values: what has been typed since then stays */
  function show(values: ProfileValues, sent: ProfileValues) {
    setName((now) => (now === sent.name ? values.name : now));
    setLocale((now) => (now === sent.locale ? values.locale : now));
  }

  async function save() {
    setPending(true);
    const outcome = await answered(() => api.saveProfile({ name, locale: locale === '' ? null : locale }));
    setPending(false);
    setRefusal(outcome.refusal);
    if (outcome.refusal !== undefined) return;
    show(profileOf(outcome.answer.data), { name, locale });
    session.updated(outcome.answer.data);
    toasts.success(say('account.saved'));
  }

  const problem = refusal?.fields['name']?.join(' ');
  const offered = locale === '' || languages.includes(locale) ? languages : [...languages, locale];
  return (
    <Part title={say('account.profile')}>
      {refusal !== undefined && Object.keys(refusal.fields).length === 0 && (
        <p className="problem" role="alert">
          {errorText(refusal, say)}
        </p>
      )}
      <form
        className="own-account__form"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) void save();
        }}
      >
        <div className="own-account__field">
          <label htmlFor={id}>{say('account.name')}</label>
          <input
            id={id}
            className="input"
            autoComplete="name"
            placeholder={user.login}
            value={name}
            aria-invalid={problem !== undefined}
            {...(problem !== undefined && { 'aria-describedby': `${id}-problem` })}
            onChange={({ target }) => setName(target.value)}
          />
          {problem !== undefined && (
            <p id={`${id}-problem`} className="own-account__problem">
              {problem}
            </p>
          )}
        </div>
        <Choice
          label={say('account.language')}
          value={locale}
          onChange={setLocale}
          problem={refusal?.fields['locale']?.join(' ')}
          options={[
            { value: '', label: say('account.language_browser') },
            ...offered.map((one) => ({ value: one, label: nameOfLanguage(one) })),
          ]}
        />
        <Button type="submit" variant="primary" isPending={isPending}>
          {say('form.save')}
        </Button>
      </form>
      <UnsavedGuard
        isDirty={name !== kept.name || locale !== kept.locale}
        isSaving={isPending}
        onLeave={() => show(kept, { name, locale })}
      />
    </Part>
  );
}

/** Takes effect at once, and is kept in the account. */
function Appearance() {
  const app = useApp();
  const { theme, density, toasts } = app;
  const { say } = usePhrases();
  const chosen = useSyncExternalStore(theme.subscribe, theme.get);
  const rows = useSyncExternalStore(density.subscribe, density.get);
  const [zone, setZone] = useState(chosenZone() ?? '');
  const zones = useMemo(() => [{ value: '', label: say('account.time_zone_browser') }, ...ZONES], [say]);
  const id = useId();

  async function keep(change: Partial<AppearanceChoices>) {
    const outcome = await answered(() => keepAppearance(app, change));
    if (outcome.refusal === undefined) toasts.success(say('account.saved'));
    else toasts.error(errorText(outcome.refusal, say));
  }

  return (
    <Part title={say('account.appearance')}>
      <div className="own-account__form">
        <Choice
          label={say('account.theme')}
          value={chosen}
          onChange={(value) => {
            const choice = value === 'light' || value === 'dark' ? value : 'system';
            theme.choose(choice);
            void keep({ theme: choice });
          }}
          options={(['system', 'light', 'dark'] as const).map((value) => ({
            value,
            label: say(`account.theme_${value}`),
          }))}
        />
        <Choice
          label={say('account.density')}
          value={rows}
          onChange={(value) => {
            const choice = value === 'compact' ? 'compact' : 'comfortable';
            density.choose(choice);
            void keep({ density: choice });
          }}
          options={(['comfortable', 'compact'] as const).map((value) => ({
            value,
            label: say(`account.density_${value}`),
          }))}
        />
        <div className="own-account__field">
          <label id={`${id}-label`} htmlFor={id}>
            {say('account.time_zone')}
          </label>
          <SearchSelect
            id={id}
            labelId={`${id}-label`}
            value={zone}
            onChange={(value) => {
              setZone(value);
              applyZone(value === '' ? undefined : value);
              void keep({ time_zone: value === '' ? null : value });
            }}
            options={zones}
          />
        </div>
      </div>
    </Part>
  );
}

function Security({ user }: { readonly user: UserBody }) {
  const { api, session, toasts } = useApp();
  const { say } = usePhrases();
  const queries = useQueryClient();
  const [isPending, setPending] = useState(false);

  async function endOthers() {
    setPending(true);
    const outcome = await answered(() => session.replace(api.endOtherSessions, true));
    setPending(false);
    if (outcome.refusal !== undefined) {
      toasts.error(errorText(outcome.refusal, say));
      return;
    }
    toasts.success(say('account.sessions_ended'));
    await queries.invalidateQueries({ queryKey: ALL_SESSIONS });
  }

  return (
    <>
      <Part title={say('account.change_password')}>
        <PasswordForm
          asksForCurrent
          action={say('account.change_password')}
          login={user.login}
          send={(password, current) => session.replace(() => api.changePassword(current, password), false)}
          onDone={() => {
            toasts.success(say('account.password_changed'));
            void queries.invalidateQueries({ queryKey: ALL_SESSIONS });
          }}
        />
      </Part>
      {user.second_factor !== undefined && (
        <Part title={say('second_factor.title')}>
          <Suspense fallback={null}>
            <OwnSecondFactor />
          </Suspense>
        </Part>
      )}
      <Part title={say('account.sessions')}>
        {user.has_sessions === true && <SessionList />}
        <p className="own-account__detail">{say('account.end_other_sessions_detail')}</p>
        <Button onPress={() => void endOthers()} isPending={isPending}>
          {say('account.end_other_sessions')}
        </Button>
      </Part>
    </>
  );
}
