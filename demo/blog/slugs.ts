import type { Values } from '@gatehouse/host/admin';

/** An address made of the name, where the form leaves it out. */
export function addSlug(values: Values): void {
  const { name, slug } = values;
  if ((slug === undefined || slug === null || slug === '') && typeof name === 'string') values['slug'] = slugOf(name);
}

export function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}
