import { expect } from 'chai';
import type { CDPSession, Page } from 'playwright-core';
import { codeAt, stepNow } from '../../support/one-time-code.js';
import { detail } from '../../support/every-test.js';
import { expectAccessible } from './support/accessible.js';
import { createGuardedMary } from './support/guarded-administrator.js';
import { sharedAdminSite } from './support/shared-site.js';
import type { AdminSite } from './support/site.js';

const PASSWORD = 'the password of mary shelley';

/** A device of the browser, which says yes to everything, or to nothing. */
interface Device {
  readonly cdp: CDPSession;
  readonly id: string;
}

/** The browser's own virtual authenticator: a device that confirms its user without a question. */
async function pluggedIn(page: Page, more: object = {}): Promise<Device> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
      ...more,
    },
  });
  return { cdp, id };
}

async function credentialsOn({ cdp, id }: Device) {
  return (await cdp.send('WebAuthn.getCredentials', { authenticatorId: id })).credentials;
}

describe('passkeys in the pages (AD-520 to AD-537)', () => {
  let site: AdminSite;
  let kept: Awaited<ReturnType<typeof credentialsOn>> = [];
  let recovery: readonly string[] = [];
  before(async () => {
    site = await sharedAdminSite();
    await createGuardedMary(site, PASSWORD);
  });

  async function enterPassword(page: Page): Promise<void> {
    await site.forgetAttempts();
    await page.getByLabel('Login or email').fill('mary');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');
  }

  const signedIn = (page: Page) => page.getByRole('button', { name: 'mary' }).waitFor();

  /** Gives the passkey of an earlier page to the device of this one. */
  async function restore({ cdp, id }: Device): Promise<void> {
    for (const credential of kept) await cdp.send('WebAuthn.addCredential', { authenticatorId: id, credential });
  }

  async function leave(device: Device): Promise<void> {
    kept = await credentialsOn(device);
    await device.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: device.id });
  }

  type Visit = (page: Page, device: Device) => Promise<void>;

  /** A page behind the password, on a device with Mary's passkey. */
  async function visitWithPasskey(act: Visit): Promise<void> {
    await site.visit({ path: '/' }, async ({ page }) => {
      const device = await pluggedIn(page);
      await restore(device);
      await enterPassword(page);
      await act(page, device);
    });
  }

  async function visitSignedIn(act: Visit): Promise<void> {
    await visitWithPasskey(async (page, device) => {
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await signedIn(page);
      await act(page, device);
    });
  }

  async function ownAccount(page: Page): Promise<void> {
    await page.goto(page.url().replace(/\/backend\/.*/, '/backend/account'));
    await page.getByRole('heading', { name: 'Second factor' }).waitFor();
  }

  it('lead an administrator whose role demands a second factor through the setup, by keyboard alone (AD-520, AD-527)', async () => {
    await site.visit({ path: '/' }, async ({ page }) => {
      const device = await pluggedIn(page);
      await enterPassword(page);
      await page.getByRole('heading', { level: 1, name: 'Set up a second factor' }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const password = page.getByRole('textbox', { name: 'Current password' });
      await password.fill('wrong');
      await page.keyboard.press('Enter');
      await page.getByText('This is not your current password.').waitFor();
      await password.fill(PASSWORD);
      await page.keyboard.press('Enter');
      const name = page.getByRole('textbox', { name: 'Name of the passkey' });
      await name.waitFor();
      expect(await name.inputValue()).to.equal('Passkey 1');
      await expectAccessible(page);
      await name.fill('');
      await page.keyboard.press('Enter');
      await page.getByText('This is required.').waitFor();
      await name.fill('Laptop of Mary');
      await page.keyboard.press('Enter');
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      await codes.first().waitFor();
      recovery = await codes.allTextContents();
      expect(recovery).to.have.lengthOf(10);
      await page.getByRole('button', { name: 'I have saved the codes' }).press('Enter');
      await signedIn(page);
      expect(await credentialsOn(device)).to.have.lengthOf(1);
      await leave(device);
    });
  });

  it('complete a sign-in by keyboard and by mouse; cancelling leaves another attempt and a code (AD-521, AD-536)', async () => {
    await visitWithPasskey(async (page, device) => {
      await page.getByText('Confirm your sign-in with a passkey.').waitFor();
      await expectAccessible(page);
      await page.locator('button:focus', { hasText: 'Use a passkey' }).waitFor();
      // A device without the passkey.
      await device.cdp.send('WebAuthn.clearCredentials', { authenticatorId: device.id });
      await page.keyboard.press('Enter');
      await page.getByText('No passkey was used: the request was cancelled, or took too long. Try again.').waitFor();
      await expectAccessible(page);
      await restore(device);
      await page.keyboard.press('Enter');
      await signedIn(page);
      await leave(device);
    });
    await visitSignedIn(async (_page, device) => leave(device));
    await site.visit({ path: '/' }, async ({ page }) => {
      await enterPassword(page);
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery[0] ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await signedIn(page);
    });
  });

  it('are listed, added, named and removed in My account, with a passkey as the proof (AD-523, AD-524)', async () => {
    await visitSignedIn(async (page, device) => {
      await ownAccount(page);
      const list = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
      await list.filter({ hasText: 'Laptop of Mary' }).waitFor();
      expect(await list.first().textContent()).to.match(/Laptop of Mary.*Last used .*Added /);
      await page.getByText('9 recovery codes left').waitFor();
      await expectAccessible(page);

      // The device of the first one has a passkey of the account already.
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await dialog.getByText('This is required.').waitFor();
      await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const name = dialog.getByRole('textbox', { name: 'Name of the passkey' });
      await name.waitFor();
      expect(await name.inputValue()).to.equal('Passkey 2');
      await dialog.getByRole('button', { name: 'Create passkey' }).click();
      await dialog.getByText('This device or security key already has a passkey of your account.').waitFor();
      await expectAccessible(page);
      // A security key.
      await leave(device);
      const usb = await pluggedIn(page, { transport: 'usb' });
      await name.fill('Blue key');
      await dialog.getByRole('button', { name: 'Create passkey' }).click();
      await page.getByText('Passkey added. Your other sessions have ended.').waitFor();
      await list.filter({ hasText: 'Blue key' }).getByText('Not used yet').waitFor();

      await list.filter({ hasText: 'Blue key' }).getByRole('button', { name: 'Rename' }).click();
      const renaming = page.getByRole('dialog', { name: 'Rename' });
      await renaming.getByRole('textbox', { name: 'Name of the passkey' }).fill('Key <b>in</b> the drawer');
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      const drawer = list.filter({ hasText: 'Key <b>in</b> the drawer' });
      await drawer.waitFor();

      await drawer.getByRole('button', { name: 'Remove passkey' }).click();
      const removing = page.getByRole('dialog', { name: 'Remove the passkey Key <b>in</b> the drawer?' });
      await removing.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      await expectAccessible(page);
      await removing.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('Passkey removed. Your other sessions have ended.').waitFor();
      await drawer.waitFor({ state: 'detached' });
      await page.getByText('Laptop of Mary').waitFor();
      await usb.cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: usb.id });
    });
  });

  detail('are added beside an app, which is removed alone (AD-525)', async () => {
    await visitSignedIn(async (page, device) => {
      await ownAccount(page);
      await page.getByRole('button', { name: 'Set up an app' }).click();
      const dialog = page.getByRole('dialog', { name: 'Set up a second factor' });
      await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      const secret = ((await page.locator('.second-factor__secret').textContent()) ?? '').replaceAll(' ', '');
      await dialog.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, stepNow()));
      await page.keyboard.press('Enter');
      await page.getByText('The second factor is on.').waitFor();
      await page.getByRole('button', { name: 'Remove app' }).click();
      await expectAccessible(page);
      const removing = page.getByRole('dialog', { name: 'Remove the authenticator app?' });
      await removing.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
      await removing.getByRole('button', { name: 'Use a passkey' }).press('Enter');
      await page.getByText('App removed.').waitFor();
      await page.getByRole('button', { name: 'Set up an app' }).waitFor();
      await page.getByText('9 recovery codes left').waitFor();
      await leave(device);
    });
  });

  detail('of another account or of a copied device have an error of their own (AD-532, AD-533, AD-536)', async () => {
    await site.visit({ path: '/' }, async ({ page }) => {
      const device = await pluggedIn(page);
      const [credential] = kept;
      if (credential === undefined) expect.fail('no passkey was kept');
      // As long as the others: a passkey that this account does not have.
      const otherId = Buffer.alloc(32, 7).toString('base64');
      await device.cdp.send('WebAuthn.addCredential', {
        authenticatorId: device.id,
        credential: { ...credential, credentialId: otherId },
      });
      await enterPassword(page);
      const use = page.getByRole('button', { name: 'Use a passkey' });
      await use.click();
      await page.getByText('This passkey belongs to another account, or was removed. Choose another one.').waitFor();
      await device.cdp.send('WebAuthn.removeCredential', { authenticatorId: device.id, credentialId: otherId });
      await device.cdp.send('WebAuthn.addCredential', {
        authenticatorId: device.id,
        credential: { ...credential, signCount: 0 },
      });
      await use.click();
      await page.getByText('This passkey was refused, because it may have been copied.').waitFor();
      await expectAccessible(page);
    });
  });

  detail('say what to do in a browser without them, and at another address of the pages (AD-536)', async () => {
    await site.visit({ path: undefined }, async ({ page, open }) => {
      await page.addInitScript('delete window.PublicKeyCredential;');
      await open('/');
      await enterPassword(page);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('This browser or device cannot use passkeys. Use another one, or a code.').waitFor();
      await expectAccessible(page);
    });
    await site.visit({ path: undefined, failuresExpected: true }, async ({ page }) => {
      await pluggedIn(page);
      const elsewhere = site.backend.replace('//localhost', '//other.localhost');
      await page.goto(elsewhere);
      await enterPassword(page);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByText('Passkeys work only at localhost. Open these pages there.').waitFor();
    });
  });

  detail('load their code only when it is used (AD-537)', async () => {
    await site.visit({ path: undefined }, async ({ page, open, idle }) => {
      const loaded: string[] = [];
      page.on('requestfinished', (request) => loaded.push(request.url()));
      await open('/');
      await page.getByLabel('Login or email').waitFor();
      await idle();
      const bodies = async () => {
        const texts = await Promise.all(
          loaded.filter((url) => url.endsWith('.js')).map(async (url) => (await page.request.get(url)).text()),
        );
        return texts.join('\n');
      };
      expect(await bodies()).to.not.contain('PublicKeyCredential');
      await enterPassword(page);
      await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
      await idle();
      expect(await bodies()).to.contain('PublicKeyCredential');
    });
  });
});
