import type { Locator } from 'playwright-core';

/** Chooses an option of a select, by mouse. */
export async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole('option', { name: option, exact: true }).click();
}
