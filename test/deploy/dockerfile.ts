export interface Copy {
  /** The stage that it copies from; undefined for the build context. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly to: string;
}

export interface Stage {
  readonly name: string;
  readonly image: string;
  readonly instructions: readonly (readonly [keyword: string, rest: string])[];
  readonly copies: readonly Copy[];
}

/** The stages of a Dockerfile, in order. Parses only the part of the language that ours uses. */
export function parseDockerfile(text: string): Stage[] {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  const lines = joined.split('\n').filter((line) => line.trim() !== '');
  const args = new Map<string, string>();
  const stages: { name: string; image: string; instructions: [string, string][] }[] = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
    if (keyword === 'FROM') {
      const [image = '', , name = ''] = rest.split(/\s+/);
      stages.push({
        name,
        image: image.replace(/\$\{(\w+)\}/g, (_, arg: string) => args.get(arg) ?? ''),
        instructions: [],
      });
    } else if (stages.length === 0) {
      const [name = '', value = ''] = rest.split('=');
      args.set(name, value);
    } else {
      stages.at(-1)?.instructions.push([keyword, rest]);
    }
  }
  return stages.map((stage) => ({
    ...stage,
    copies: stage.instructions.flatMap(([k, rest]) => (k === 'COPY' ? copyOf(rest) : [])),
  }));
}

function copyOf(rest: string): Copy {
  const words = rest.split(/\s+/);
  const from = words[0]?.startsWith('--from=') === true ? words.shift()?.slice('--from='.length) : undefined;
  return { from, sources: words.slice(0, -1), to: words.at(-1) ?? '' };
}
