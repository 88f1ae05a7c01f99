--[[
  Resets a bucket: its next event opens a new window.

  Input:
    KEYS[1]  the bucket's counter

  Output:
    nothing
]]
redis.call('DEL', KEYS[1])
