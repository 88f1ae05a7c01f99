/** Of the scripts for Redis: what the caller, or the script itself, does not look at. */
export const SCRIPTS = [
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original: "local top = redis.call('ZREVRANGE', groups, 0, 1, 'WITHSCORES')",
    replacement: "local top = redis.call('ZREVRANGE', groups, 0, 2, 'WITHSCORES')",
    why: 'the third group is not looked at',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original: 'local tie = (2 ^ 36 - 1 - (time[1] * 1000000 + time[2]) % 2 ^ 36) / 2 ^ 36',
    replacement: 'local tie = (2 ^ 36 - 2 - (time[1] * 1000000 + time[2]) % 2 ^ 36) / 2 ^ 36',
    why: 'the order stays the same, but in one microsecond of 19 hours',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original:
      "local oldest = redis.call('ZRANGEBYLEX', members, '[' .. group .. ' ', '(' .. group .. '!', 'LIMIT', 0, 1)[1]",
    replacement:
      "local oldest = redis.call('ZRANGEBYLEX', members, '[' .. group .. ' ', '(' .. group .. '!', 'LIMIT', 0, 2)[1]",
    why: 'only the first of what is found is looked at',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-room-4.lua',
    mutator: 'LuaToken',
    original: "if redis.call('PTTL', key) < life then",
    replacement: "if redis.call('PTTL', key) <= life then",
    why: 'the time to live that the key has is set again',
  },
  {
    file: 'dist/daemon/state/redis/scripts/hold-client-1.lua',
    mutator: 'LuaToken',
    original: "return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] - now)",
    replacement: "return math.max(1, redis.call('ZRANGE', KEYS[1], 0, 1, 'WITHSCORES')[2] - now)",
    why: 'only the score of the first is looked at',
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
    why: 'the time to live that the key has is set again',
  },
  {
    file: 'dist/daemon/state/redis/scripts/throttle-give-back-1.lua',
    mutator: 'LuaToken',
    original: 'if remaining >= 0 and remaining <= tonumber(ARGV[1]) then',
    replacement: 'if remaining > 0 and remaining <= tonumber(ARGV[1]) then',
    why: 'in its last millisecond a window is over before anybody can ask',
  },
] as const;
