import { expect } from 'chai';
import { kept } from '../testing/fields.js';
import { FormModel } from './form-model.js';
import { isDirty, openForm } from './form-state.js';

describe('a form on the screen', () => {
  const record = { title: 'Old', body: 'Old', _version: '1' };
  const model = () => new FormModel(openForm([kept('title', 'string'), kept('body', 'string')], 'update', record));

  it('notifies subscribers of every change and only of changes', () => {
    const form = model();
    let told = 0;
    form.subscribe(() => (told += 1));
    form.setValue('title', 'New');
    form.setValue('title', 'New');
    expect(told).to.equal(1);
  });

  it('shows a reloaded record, unless the form has unsaved changes', () => {
    const form = model();
    form.refreshed({ ...record, title: 'Fresh', _version: '2' });
    expect(form.get().values['title']).to.equal('Fresh');
    form.setValue('body', 'Mine');
    form.refreshed({ ...record, title: 'Fresher', _version: '3' });
    // The version is still the one that the change was based on. Saving it is a conflict, as intended.
    expect(form.get()).to.deep.include({ version: '2', values: { title: 'Fresh', body: 'Mine' } });
  });

  it('takes no change for the record before once it has started again (AD-551)', () => {
    const form = new FormModel(openForm([kept('title', 'string')], 'create', undefined));
    const { changes } = form;
    changes.setValue('title', 'First');
    expect(form.changes).to.equal(changes);
    form.startAgain();
    changes.setValue('title', 'Late');
    changes.showErrors({ title: ['Late.'] });
    expect(form.get()).to.deep.include({ values: { title: null }, errors: {} });
    form.changes.setValue('title', 'Second');
    expect(form.get().values['title']).to.equal('Second');
  });

  it('replaces changes with the other version, or moves them onto it', () => {
    const theirs = { title: 'Theirs', body: 'Theirs', _version: '5' };
    const taking = model();
    taking.setValue('title', 'Mine');
    taking.replaceWith(theirs);
    expect(isDirty(taking.get())).to.equal(false);
    expect(taking.get().values).to.deep.equal({ title: 'Theirs', body: 'Theirs' });

    const keeping = model();
    keeping.setValue('title', 'Mine');
    keeping.moveOnto(theirs);
    expect(keeping.get()).to.deep.include({ version: '5', values: { title: 'Mine', body: 'Theirs' } });
  });
});
