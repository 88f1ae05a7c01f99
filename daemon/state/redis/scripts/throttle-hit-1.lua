--[[
  Counts one event against a bucket, unless it is full. The first event opens the window.

  Input:
    KEYS[1]  the bucket's counter
    ARGV[1]  events allowed in one window
    ARGV[2]  window in milliseconds

  Output:
    { 1 if the event was counted or 0 if the bucket was full, remaining milliseconds of the window }
]]
local count = tonumber(redis.call('GET', KEYS[1]) or '0')
local counted = 0
if count < tonumber(ARGV[1]) then
  redis.call('INCR', KEYS[1])
  counted = 1
end
local remaining = redis.call('PTTL', KEYS[1])
if remaining < 0 then
  -- A new window; or someone removed the counter's expiry, which would leave it full permanently.
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  remaining = tonumber(ARGV[2])
end
return { counted, remaining }
