import type { BrokenHost } from '../broken-host.js';
import type { ProxyFault } from '../proxy.js';
import { CODE_EXPECTATIONS, REFRESH_TOKEN_EXPECTATIONS } from '../redeeming.js';

/** One host for each expectation that it ignores, and hosts that redeem as expected but answer or run it wrongly. */
export const redeemsWrongly: readonly BrokenHost[] = [
  ...ignoring('redeem-code', CODE_EXPECTATIONS),
  ...ignoring('redeem-refresh-token', REFRESH_TOKEN_EXPECTATIONS),
  ...both('a redemption returns no client', 'redeems', {
    redeeming: {
      result: ({ redeemCode, redeemRefreshToken }) =>
        redeemCode
          ? { redeemCode: { ...redeemCode, client: null } }
          : { redeemRefreshToken: { ...redeemRefreshToken!, client: null } },
    },
  }),
  ...both('a redemption returns the record as it left it', 'redeems', {
    redeeming: {
      result: ({ redeemCode, redeemRefreshToken }) => {
        const spentAt = { seconds: '1', nanos: 0 };
        return redeemCode
          ? { redeemCode: { ...redeemCode, code: { ...redeemCode.code!, spentAt, lineageId: 'lineage' } } }
          : {
              redeemRefreshToken: {
                ...redeemRefreshToken!,
                refreshToken: { ...redeemRefreshToken!.refreshToken!, spentAt },
              },
            };
      },
    },
  }),
  ...both('a redemption returns no records if it was refused', 'expectations', {
    redeeming: {
      result: (result) => {
        if ((result.redeemCode ?? result.redeemRefreshToken)?.minted) return result;
        return result.redeemCode
          ? { redeemCode: { client: null, code: null, minted: null } }
          : { redeemRefreshToken: { client: null, refreshToken: null, minted: null } };
      },
    },
  }),
  ...both('a redemption without a time takes place at the time of the host', 'malformed', {
    request: (request) => {
      for (const { redeemCode, redeemRefreshToken } of request.operations) {
        const redeem = redeemCode ?? redeemRefreshToken;
        if (redeem) redeem.at ??= { seconds: String(Math.floor(Date.now() / 1000)), nanos: 0 };
      }
      return request;
    },
  }),
];

type Kind = 'redeem-code' | 'redeem-refresh-token';

function ignoring(kind: Kind, expectations: Readonly<Record<string, unknown>>): BrokenHost[] {
  return Object.keys(expectations).map((ignores) => ({
    name: `${kind}: the host ignores ${ignores}`,
    caughtBy: [`${kind}/expectations`],
    proxy: { redeeming: { ignores } },
  }));
}

function both(name: string, check: string, proxy: ProxyFault): BrokenHost[] {
  return [{ name, caughtBy: [`redeem-code/${check}`, `redeem-refresh-token/${check}`], proxy }];
}
