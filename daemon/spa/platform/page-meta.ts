/** A value that the daemon wrote into the page; empty if there is none. */
export function metaContent(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** The path of the backend: "/backend". */
export const prefixOfPage = (): string => metaContent('gatehouse-prefix');
