import { expect } from 'chai';
import { readdirSync } from 'node:fs';
import { createKeys, scripts } from './keys.js';

describe('keys in Redis', () => {
  it('begin with the prefix, name their kind, and use the subject as hash tag', () => {
    const keys = createKeys('one:');
    const ofSubjects = ['pendingRequest', 'replay', 'unconsentedClients', 'registrant', 'throttle', 'probe'] as const;
    expect(ofSubjects.map((kind) => keys[kind]('x'))).to.deep.equal([
      'one:pending:{x}',
      'one:replay:{x}',
      'one:unconsented:{x}',
      'one:registrant:{x}',
      'one:throttle:{x}',
      'one:probe:{x}',
    ]);
  });

  it('share one hash tag if a script needs them together', () => {
    expect(createKeys('one:').pendingRoom).to.deep.equal([
      'one:pending-room:{room}:groups',
      'one:pending-room:{room}:members',
      'one:pending-room:{room}:deadlines',
      'one:pending-room:{room}:size',
    ]);
  });
});

describe('Lua scripts', () => {
  const names = readdirSync(new URL('scripts/', import.meta.url)).filter((file) => file.endsWith('.lua'));

  it('are all loaded and all used', () => {
    expect(Object.values(scripts).map(({ name }) => `${name}.lua`)).to.have.members(names);
  });

  for (const { name, lua } of Object.values(scripts)) {
    it(`${name} documents its keys and arguments in its header, as many as it uses`, () => {
      const [head = '', body = ''] = lua.split(/^\]\]$/m);
      expect(head).to.match(/^--\[\[[^]*Input:[^]*Output:/);
      for (const pattern of [/KEYS\[\d\]/g, /ARGV\[\d\]/g]) {
        expect(new Set(body.match(pattern))).to.deep.equal(new Set(head.match(pattern)));
      }
      expect(new Set(body.match(/KEYS\[\d\]/g)).size).to.equal(Number(name.slice(-1)));
    });
  }
});
