package sqlbackend

import "time"

// Every token request sweeps these tables, and there is almost never anything to remove: each statement reads the first
// entry of an index.
var (
	sweepCodes         = sweepOf("gatehouse_codes", "code_hash")
	sweepRefreshTokens = sweepOf("gatehouse_refresh_tokens", "token_hash")
	sweepAccessTokens  = sweepOf("gatehouse_access_tokens", "token_hash")
	sweepLineages      = sweepOf("gatehouse_lineages", "lineage_id")
)

// sweepOf removes the rows of a table that expired first. Concurrent sweeps take different rows, so that none waits for
// another; SQLite has one writer at a time.
func sweepOf(table, key string) statement {
	return prepared(`delete from ` + table + ` where ` + key + ` in (
    select ` + key + ` from ` + table + ` where expires_at < $1 order by expires_at limit $2 «for update skip locked»)`)
}

// sweptUntil is the given time, but at most that of this machine's clock: a daemon whose clock jumps ahead would otherwise
// remove live rows for good.
func sweptUntil(before time.Time) int64 {
	if now := time.Now(); before.After(now) {
		before = now
	}
	return millis(before)
}
