import { expect } from 'chai';
import { parametersOf } from '../testing/examples.js';
import { resourceCheck } from './resource.js';

const OURS = 'https://app.example/mcp';

function error(configured: string, ...resources: readonly string[]): string | undefined {
  return resourceCheck(configured)(parametersOf(...resources.map((value) => ['resource', value] as const)))?.error;
}

describe('checks/resource (spec, Authorize rules 4; RFC 8707 §2)', () => {
  for (const [why, ...resources] of [
    ['exact', OURS],
    ['with one trailing slash', `${OURS}/`],
    ['upper-case scheme', 'HTTPS://app.example/mcp'],
    ['upper-case host', 'https://APP.Example/mcp'],
    ['both and a slash', 'HTTPS://APP.EXAMPLE/mcp/'],
    ['omitted'],
    ['empty, which means omitted', ''],
    ['repeated (the one parameter that may be)', OURS, `${OURS}/`],
  ] as const) {
    it(`takes it: ${why}`, () => expect(error(OURS, ...resources)).to.equal(undefined));
  }

  it('takes a resource without slash where one with slash is configured', () => {
    expect(error('https://app.example/mcp/', OURS)).to.equal(undefined);
    expect(error('https://app.example', 'https://app.example/')).to.equal(undefined);
  });

  for (const [why, ...resources] of [
    ['another host', 'https://evil.example/mcp'],
    ['another path', 'https://app.example/other'],
    ['a path in upper case', 'https://app.example/MCP'],
    ['a deeper path', `${OURS}/tools`],
    ['no path', 'https://app.example'],
    ['two trailing slashes', `${OURS}//`],
    ['another scheme', 'http://app.example/mcp'],
    ['another port', 'https://app.example:8443/mcp'],
    ['a query', `${OURS}?a=1`],
    ['an empty query', `${OURS}?`],
    ['a fragment', `${OURS}#top`],
    ['an empty fragment', `${OURS}#`],
    ['userinfo', 'https://user@app.example/mcp'],
    ['relative', '/mcp'],
    ['scheme-relative', '//app.example/mcp'],
    ['no slashes, which a browser mends', 'https:app.example/mcp'],
    ['one slash, which a browser mends', 'https:/app.example/mcp'],
    ['backslashes, which a browser mends', 'https:\\\\app.example\\mcp'],
    ['a leading space, which a browser drops', ` ${OURS}`],
    ['a line break, which a browser drops', 'https://app.example/m\ncp'],
    ['not a URL', 'mcp'],
    ['ours and another', OURS, 'https://evil.example/mcp'],
  ] as const) {
    it(`refuses as invalid_target: ${why}`, () => expect(error(OURS, ...resources)).to.equal('invalid_target'));
  }

  it('does not take garbage for ours when ours has no normal form', () => {
    const odd = 'https://app.example/<mcp>';
    expect(error(odd, odd)).to.equal(undefined);
    expect(error(odd, 'garbage')).to.equal('invalid_target');
  });
});
