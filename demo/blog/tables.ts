import type { DirectoryTables } from '@gatehouse/host/admin';
import type { Generated } from 'kysely';

/** The blog's own tables, and beside them those of the administrators. Flags are 0 and 1; moments ISO 8601 texts in UTC. */
export interface BlogTables extends DirectoryTables {
  blog_posts: PostTable;
  blog_post_changes: PostChangeTable;
  blog_categories: CategoryTable;
  blog_tags: TagTable;
  blog_post_tag: PostTagTable;
  blog_comments: CommentTable;
  blog_authors: AuthorTable;
}

/** What every table of a model has. */
interface Kept {
  id: Generated<number>;
  /** Raised by every change. */
  version: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface PostTable extends Kept {
  title: string;
  slug: string;
  body: string;
  excerpt: string | null;
  status: 'draft' | 'review' | 'published';
  format: 'article' | 'video' | 'podcast';
  layout: string | null;
  featured: number;
  allow_comments: number;
  /** JSON list of "web", "mail", "feed". */
  channels: string | null;
  colour: string | null;
  notify_email: string | null;
  preview_password: string | null;
  head_code: string | null;
  source: string | null;
  reading_minutes: number | null;
  views: Generated<number>;
  event_date: string | null;
  event_time: string | null;
  published_at: string | null;
  author_id: number;
  category_id: number | null;
}

export interface PostChangeTable {
  id: Generated<number>;
  post_id: number;
  changed_at: string;
  changed_by: string;
}

export interface CategoryTable extends Kept {
  name: string;
  slug: string;
  description: string | null;
  colour: string | null;
  position: number;
  visible: number;
}

export interface TagTable extends Kept {
  name: string;
  slug: string;
}

export interface PostTagTable {
  post_id: number;
  tag_id: number;
}

export interface CommentTable extends Kept {
  author_name: string;
  email: string;
  body: string;
  approved: number;
  post_id: number | null;
}

export interface AuthorTable extends Kept {
  name: string;
  email: string;
  handle: string | null;
  signature: string | null;
  bio: string | null;
  active: number;
  joined_on: string | null;
}
