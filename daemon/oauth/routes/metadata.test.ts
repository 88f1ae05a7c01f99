import { expect } from 'chai';
import { exampleOptions } from '../testing/examples.js';
import { metadataRoutes, notYetKnownRoutes } from './metadata.js';

describe('routes/metadata: for how long a document may be kept', () => {
  it('five minutes while it is known, and not at all while it is not (RFC 9111 §5.2.2)', () => {
    const kept = (routes: ReturnType<typeof metadataRoutes>) =>
      routes.map(({ response }) => new Map(response.headers).get('cache-control'));
    expect(new Set(kept(metadataRoutes(exampleOptions())))).to.deep.equal(new Set(['public, max-age=300']));
    expect(new Set(kept(notYetKnownRoutes()))).to.deep.equal(new Set(['no-store']));
  });
});
