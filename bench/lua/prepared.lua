-- Sends the requests of a file, each once and in order, and prints what happened as one line of JSON.
--
-- Input:  WRK_REQUESTS: path of a file with one request a line: METHOD <tab> path <tab> content type <tab> body.
--         WRK_EXPECT: the statuses that an answer may have, between commas: ",302,303,".
-- Output: {"requests","seconds","p50","p99","unexpected","socketErrors"}; latencies in milliseconds.
--
-- When the file is used up, the thread stops: nothing is ever sent twice. A file of one line is sent over and over.

local requests, next_request, single = {}, 1, false
local expected = os.getenv("WRK_EXPECT")
unexpected = 0

function init()
  for line in io.lines(os.getenv("WRK_REQUESTS")) do
    local method, path, kind, body = line:match("([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)")
    local headers = {}
    if kind ~= "" then headers["Content-Type"] = kind end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  single = #requests == 1
end

function request()
  if single then return requests[1] end
  local current = requests[next_request]
  next_request = next_request + 1
  if current == nil then
    wrk.thread:stop()
    return requests[#requests]
  end
  return current
end

function response(status)
  -- What is sent after the end of the file is a repetition, and its answer is not counted.
  if not expected:find("," .. status .. ",", 1, true) and (single or next_request <= #requests + 1) then
    unexpected = unexpected + 1
    if unexpected == 1 then io.stderr:write("first unexpected status: " .. status .. "\n") end
  end
end

threads = {}
function setup(thread) threads[#threads + 1] = thread end

function done(summary, latency)
  local wrong = 0
  for _, thread in ipairs(threads) do wrong = wrong + thread:get("unexpected") end
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format('{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"unexpected":%d,"socketErrors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, wrong, errors))
end
