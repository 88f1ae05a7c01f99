--[[
  Forgets all that was counted in a bucket: its next event opens a new window.

  Input:
    KEYS[1]  the bucket's counter

  Output:
    1 when there was something to forget, otherwise 0
]]
return redis.call('DEL', KEYS[1])
