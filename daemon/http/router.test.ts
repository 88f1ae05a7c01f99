import { expect } from 'chai';
import { isExact, literalPath, parsePathPattern, pathParameters, PathTree } from './router.js';

describe('http: path tree', () => {
  function treeOf(...patterns: string[]): (path: string) => string | undefined {
    const tree = new PathTree<string>();
    for (const pattern of patterns) tree.add(parsePathPattern(pattern), pattern);
    return (path) => tree.find(path);
  }

  it('a parameter matches one non-empty segment', () => {
    const find = treeOf('/posts/:id');
    expect(find('/posts/7')).to.equal('/posts/:id');
    for (const path of ['/posts', '/posts/', '/posts//', '/posts/7/', '/posts/7/8', '/post/7', '']) {
      expect(find(path), path).to.equal(undefined);
    }
  });

  it('a fixed segment wins, and the parameter is tried if it leads nowhere', () => {
    const find = treeOf('/posts/:id', '/posts/schema/list', '/posts/:id/relations/:name', '/posts/new');
    expect(find('/posts/new')).to.equal('/posts/new');
    expect(find('/posts/schema')).to.equal('/posts/:id');
    expect(find('/posts/schema/list')).to.equal('/posts/schema/list');
    expect(find('/posts/schema/relations/tags')).to.equal('/posts/:id/relations/:name');
  });

  it('/* matches at any depth what nothing else matches, but not the path above', () => {
    const find = treeOf('/admin/*', '/admin/api/*', '/admin/api/posts/:id');
    expect(find('/admin')).to.equal(undefined);
    expect(find('/admin/')).to.equal('/admin/*');
    expect(find('/admin/a/b')).to.equal('/admin/*');
    expect(find('/admin/api')).to.equal('/admin/*');
    expect(find('/admin/api/')).to.equal('/admin/api/*');
    expect(find('/admin/api/posts/7')).to.equal('/admin/api/posts/:id');
    expect(find('/admin/api/posts/7/8')).to.equal('/admin/api/*');
    expect(find('/administrator')).to.equal(undefined);
  });

  it('a parameter does not match a segment with invalid percent-encoded UTF-8', () => {
    const find = treeOf('/posts/:id', '/*');
    for (const path of ['/posts/%', '/posts/%zz', '/posts/%ff', '/posts/%c3']) expect(find(path), path).to.equal('/*');
    expect(find('/posts/%c3%a9')).to.equal('/posts/:id');
  });

  it('fixed segments match as sent: no decoding, no case folding, no dot segments', () => {
    const find = treeOf('/posts/:id', '/posts/new', '/__proto__/:id');
    expect(find('/posts/%6eew')).to.equal('/posts/:id');
    expect(find('/Posts/7')).to.equal(undefined);
    expect(find('/posts/../posts/7')).to.equal(undefined);
    expect(find('/__proto__/7')).to.equal('/__proto__/:id');
    expect(find('/constructor/7')).to.equal(undefined);
  });

  it('falls back to /* when a parameter leads nowhere', () => {
    const find = treeOf('/a/:id/c', '/a/*');
    expect(find('/a/b/c')).to.equal('/a/:id/c');
    expect(find('/a/b/d')).to.equal('/a/*');
  });

  it('rejects two patterns for the same paths', () => {
    expect(() => treeOf('/posts/:id', '/posts/:key')).to.throw(
      'another pattern already matches the paths of /posts/:key',
    );
    expect(() => treeOf('/a/*', '/a/*')).to.throw('/a/*');
  });
});

describe('http: path pattern', () => {
  it('decodes the parameters', () => {
    const pattern = parsePathPattern('/:vendor/posts/:id');
    const parameters = pathParameters(pattern, '/acme/posts/a%2Fb%20c');
    expect([...parameters]).to.deep.equal([
      ['vendor', 'acme'],
      ['id', 'a/b c'],
    ]);
  });

  it('a path from outside is no pattern, whatever is in it', () => {
    const tree = new PathTree<string>();
    for (const path of ['/:a/b', '/a/*', '/*b/c', '/:', '/a//b/']) tree.add(literalPath(path), path);
    for (const path of ['/:a/b', '/a/*', '/*b/c', '/:', '/a//b/']) expect(tree.find(path), path).to.equal(path);
    for (const path of ['/x/b', '/a/x', '/a/', '/xb/c', '/x', '/a/b'])
      expect(tree.find(path), path).to.equal(undefined);
    expect(isExact(literalPath('/:a/*'))).to.equal(true);
  });

  it('recognizes patterns that match only one path', () => {
    expect(isExact(parsePathPattern('/a/b'))).to.equal(true);
    expect(isExact(parsePathPattern('/a/:b'))).to.equal(false);
    expect(isExact(parsePathPattern('/a/*'))).to.equal(false);
  });

  for (const text of ['a', '', '/:', '/:a/:a', '/a*', '/*/a']) {
    it(`rejects ${JSON.stringify(text)}`, () => expect(() => parsePathPattern(text)).to.throw('path'));
  }
});
