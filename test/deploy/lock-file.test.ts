import { expect } from 'chai';
import { read } from './repository.js';

interface LockFile {
  readonly packages: Record<string, { readonly optionalDependencies?: Record<string, string> }>;
}

describe('package-lock.json', () => {
  // npm leaves out packages that it cannot reach, and `npm ci` then rejects the file everywhere, even in a fresh clone.
  it('has the packages of every platform', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as LockFile;
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    const missing = wanted.filter((name) => packages[`node_modules/${name}`] === undefined);
    expect(missing).to.deep.equal([]);
  });
});
