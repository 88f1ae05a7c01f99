--[[
  Tells how a bucket stands, without counting anything.

  Input:
    KEYS[1]  the bucket's counter

  Output:
    { events counted in the window, milliseconds left of it; below 0 when there is no window }
]]
return { tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1]) }
