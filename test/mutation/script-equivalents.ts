/** Of the Redis scripts: results that neither the caller nor the script reads. */
export const SCRIPTS = [
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original: "local top = redis.call('ZREVRANGE', groups, 0, 1, 'WITHSCORES')",
    replacement: "local top = redis.call('ZREVRANGE', groups, 0, 2, 'WITHSCORES')",
    why: 'the third group is never read',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original: 'local tie = (2 ^ 36 - 1 - (time[1] * 1000000 + time[2]) % 2 ^ 36) / 2 ^ 36',
    replacement: 'local tie = (2 ^ 36 - 2 - (time[1] * 1000000 + time[2]) % 2 ^ 36) / 2 ^ 36',
    why: 'the order is the same except in one microsecond in 19 hours',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original:
      "local oldest = redis.call('ZRANGEBYLEX', members, '[' .. group .. ' ', '(' .. group .. '!', 'LIMIT', 0, 1)[1]",
    replacement:
      "local oldest = redis.call('ZRANGEBYLEX', members, '[' .. group .. ' ', '(' .. group .. '!', 'LIMIT', 0, 2)[1]",
    why: 'only the first result is read',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original: "if redis.call('PTTL', key) < life then",
    replacement: "if redis.call('PTTL', key) <= life then",
    why: 'it sets the time to live that the key already has',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-client-1.lua',
    mutator: 'LuaToken',
    original: "return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now)",
    replacement: "return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 1, 'WITHSCORES')[2] - now)",
    why: 'only the score of the first is read',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-client-1.lua',
    mutator: 'LuaToken',
    original: "return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now)",
    replacement: "return math.max(2, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now)",
    why: 'the caller rounds up to whole seconds',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-client-1.lua',
    mutator: 'LuaToken',
    original: "if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[3]) then",
    replacement: "if redis.call('PTTL', KEYS[1]) <= tonumber(ARGV[3]) then",
    why: 'it sets the time to live that the key already has',
  },
  {
    file: 'dist/daemon/state/redis/scripts/throttle-give-back-1.lua',
    mutator: 'LuaToken',
    original: 'if remaining >= 0 and remaining <= tonumber(ARGV[1]) then',
    replacement: 'if remaining > 0 and remaining <= tonumber(ARGV[1]) then',
    why: 'a window ends before a request can arrive in its last millisecond',
  },
] as const;
