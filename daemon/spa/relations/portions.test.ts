import { expect } from 'chai';
import { inPortions } from './portions.js';

describe('spa/relations/portions (admin.md, link and unlink: 1 to 200 ids)', () => {
  async function sizes(count: number): Promise<number[]> {
    const sent: number[] = [];
    await inPortions(Array.from({ length: count }, String), async (portion) => sent.push(portion.length));
    return sent;
  }

  it('sends as few portions as there can be, and none where there is nothing', async () => {
    expect(await sizes(0)).to.deep.equal([]);
    expect(await sizes(200)).to.deep.equal([200]);
    expect(await sizes(401)).to.deep.equal([200, 200, 1]);
  });

  it('ends at the first one that is refused', async () => {
    const sent: string[][] = [];
    const ids = Array.from({ length: 500 }, String);
    const sending = inPortions(ids, async (portion) => {
      sent.push([...portion]);
      if (sent.length === 2) throw new Error('refused');
    });
    const refused = await sending.catch((error: unknown) => error);
    expect([String(refused), sent.length]).to.deep.equal(['Error: refused', 2]);
  });
});
