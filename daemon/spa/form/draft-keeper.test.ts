import { expect } from 'chai';
import type { UserBody } from '../../admin/api/answers.js';
import { Drafts } from '../platform/drafts.js';
import type { SessionState } from '../platform/session.js';
import { Store } from '../platform/store.js';
import { DraftKeeper } from './draft-keeper.js';
import { FormModel } from './state/form-model.js';
import { openForm } from './state/form-state.js';
import { kept } from './testing/fields.js';

const OWNER = { administrator: '7', form: '/acme/blog/posts/update/7' };
const ADA = { id: '7', login: 'ada' } as UserBody;
const BORIS = { id: '8', login: 'boris' } as UserBody;

class FakeSession extends Store<SessionState> {
  override set(state: SessionState): void {
    super.set(state);
  }
}

/** One browser. Its tabs share the storage. */
function browser() {
  const items = new Map<string, string>();
  const storage = {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
  let now = 1_800_000_000_000;
  const drafts = new Drafts(storage, '/backend', () => (now += 1));
  const fields = [kept('title', 'string'), kept('body', 'string')];

  function tab() {
    const model = new FormModel(openForm(fields, 'update', { title: 'Old', body: 'Old', _version: '1' }));
    const session = new FakeSession({ kind: 'signed-in', user: ADA });
    const keeper = new DraftKeeper(model, drafts, OWNER, session);
    const leave = keeper.start(() => true);
    return { model, session, keeper, leave };
  }

  return { tab, drafts, values: () => drafts.read(OWNER.administrator, OWNER.form)?.values };
}

/** Fires the page's last event, which stores input that still waits for a pause in typing. */
function hide(): void {
  window.dispatchEvent(new Event('pagehide'));
}

describe('keeping and removing drafts (docs/decisions/single-page-application.md: unsaved text)', () => {
  const page = globalThis as { document?: EventTarget; window?: EventTarget };
  before(() => Object.assign(page, { document: new EventTarget(), window: new EventTarget() }));
  after(() => {
    delete page.document;
    delete page.window;
  });

  it('removes its own draft when the user leaves the form', () => {
    const { tab, values } = browser();
    const { model, leave } = tab();
    model.setValue('title', 'Mine');
    hide();
    expect(values()).to.deep.equal({ title: 'Mine' });
    leave();
    expect(values()).to.equal(undefined);
  });

  it('keeps the draft of another tab when the user leaves, abandons or clears this form', () => {
    for (const end of ['leave', 'abandon', 'undo'] as const) {
      const { tab, values } = browser();
      const [first, second] = [tab(), tab()];
      second.model.setValue('body', 'Typed before');
      hide();
      first.model.setValue('title', 'In the first tab');
      hide();
      if (end === 'leave') second.leave();
      else if (end === 'abandon') second.keeper.abandon();
      else second.model.setValue('body', 'Old');
      hide();
      expect(values(), end).to.deep.equal({ title: 'In the first tab' });
      first.leave();
      second.leave();
    }
  });

  it('removes a draft found in storage when it is discarded, unless another tab has stored a newer one since', () => {
    const { tab, drafts, values } = browser();
    drafts.keep(OWNER.administrator, OWNER.form, { values: { title: 'Found' }, version: '1' });
    const [first, second] = [tab(), tab()];
    first.keeper.discard();
    expect(values()).to.equal(undefined);
    first.model.setValue('title', 'Newer');
    hide();
    second.keeper.discard();
    expect(values()).to.deep.equal({ title: 'Newer' });
    first.leave();
    second.leave();
  });

  it('stores nothing after its author has signed out in another tab, even if another user signs in', () => {
    const { tab, drafts, values } = browser();
    const { model, session, leave } = tab();
    model.setValue('title', 'Kept');
    hide();
    model.setValue('title', 'Not kept yet');
    drafts.forget(OWNER.administrator);
    session.set({ kind: 'expired', user: ADA, why: { kind: 'signed-out' } });
    hide();
    expect(values()).to.equal(undefined);
    session.set({ kind: 'expired', user: ADA, why: { kind: 'replaced', by: BORIS } });
    model.setValue('body', 'Typed');
    hide();
    expect(values()).to.equal(undefined);
    session.set({ kind: 'signed-in', user: ADA });
    hide();
    expect(values()).to.deep.equal({ title: 'Not kept yet', body: 'Typed' });
    leave();
  });

  it('removes a draft that a tab stored before it learned of the sign-out', () => {
    const { tab, values } = browser();
    const { model, session, leave } = tab();
    model.setValue('title', 'Stored too late');
    hide();
    session.set({ kind: 'signed-out' });
    expect(values()).to.equal(undefined);
    leave();
  });

  it('keeps the input when the session expires or changes users', () => {
    for (const why of [{ kind: 'ended' }, { kind: 'replaced', by: BORIS }] as const) {
      const { tab, values } = browser();
      const { model, session, leave } = tab();
      session.set({ kind: 'expired', user: ADA, why });
      model.setValue('title', 'Still typed');
      hide();
      expect(values()).to.deep.equal({ title: 'Still typed' });
      leave();
    }
  });
});
