import type { AdminCaller, Plugin } from '@gatehouse/host/admin';
import { column } from '@gatehouse/host/admin';

/** Whether the administrator's language is German; the plugin has English and German. */
export function inGerman({ locale }: AdminCaller): boolean {
  return locale === 'de' || locale.startsWith('de-');
}

const LANG = 'acme.blog::lang';
const SCREENS = ['posts', 'categories', 'tags', 'comments', 'authors'] as const;
const PERMISSIONS = [
  ...SCREENS.map((name) => `access_${name}`),
  'publish_posts',
  'delete_posts',
  'moderate_comments',
  'access_settings',
];

export const BLOG: Plugin = {
  id: 'acme.blog',
  permissions: PERMISSIONS.map((name) => ({
    code: `acme.blog.${name}`,
    label: `${LANG}.permissions.${name}`,
    tab: `${LANG}.plugin.name`,
  })),
  navigation: [
    {
      code: 'blog',
      label: `${LANG}.navigation.blog`,
      icon: 'pencil',
      order: 300,
      children: SCREENS.map((name, order) => ({
        code: name,
        label: `${LANG}.navigation.${name}`,
        order,
        controller: `acme.blog.${name}`,
      })),
    },
  ],
  settings: [
    {
      code: 'acme-blog',
      label: `${LANG}.settings.label`,
      description: `${LANG}.settings.description`,
      category: `${LANG}.settings.category`,
      icon: 'pencil',
      order: 100,
      keywords: [`${LANG}.navigation.posts`, `${LANG}.navigation.comments`],
      permissions: ['acme.blog.access_settings'],
      fields: '~/plugins/acme/blog/models/settings/fields.yaml',
      columns: {
        posts_per_page: column.integer({ default: 10 }),
        show_authors: column.bool({ default: true }),
        moderation: column.string({ maxLength: 20, default: 'first' }),
        notify_email: column.string({ maxLength: 254, nullable: true }),
      },
    },
  ],
};
