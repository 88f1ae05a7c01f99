-- Sends the requests of a file, each once and in order, and prints the result as one line of JSON.
--
-- Input:  WRK_REQUESTS: path of a file with one request a line: METHOD <tab> path <tab> content type <tab> body.
--         WRK_EXPECT: the expected statuses, between commas: ",302,303,".
--         WRK_LOCATION: text that the Location of a redirect must contain; empty to accept any.
--         WRK_COUNT: number of requests in the file.
--         WRK_AUTHORIZATION: header of every request; empty for none.
-- Output: {"requests","seconds","p50","p99","unexpected","socketErrors"}; latencies in milliseconds.
--
-- At the end of the file the thread stops, so that no request is sent twice. wrk sends a file of one line repeatedly without
-- calling Lua for each request, which would be slower than the servers. In this case wrk itself counts statuses above 399 as
-- errors.

local requests, next_request = {}, 1
local single = os.getenv("WRK_COUNT") == "1"
local expected, location = os.getenv("WRK_EXPECT"), os.getenv("WRK_LOCATION")
local authorization = os.getenv("WRK_AUTHORIZATION")
unexpected = 0

function init()
  for line in io.lines(os.getenv("WRK_REQUESTS")) do
    local method, path, kind, body = line:match("([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)")
    local headers = {}
    if kind ~= "" then headers["Content-Type"] = kind end
    if authorization ~= "" then headers["Authorization"] = authorization end
    if body == "" then body = nil end
    if single then
      wrk.method, wrk.path, wrk.body = method, path, body
      for name, value in pairs(headers) do wrk.headers[name] = value end
    end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
end

local function next_prepared()
  local current = requests[next_request]
  next_request = next_request + 1
  if current == nil then
    wrk.thread:stop()
    return requests[#requests]
  end
  return current
end

local function check(status, headers)
  -- Requests after the end of the file are repetitions; their responses do not count.
  if next_request > #requests + 1 then return end
  local target = headers["Location"] or headers["location"] or ""
  if not expected:find("," .. status .. ",", 1, true) or not target:find(location, 1, true) then
    unexpected = unexpected + 1
    if unexpected == 1 then io.stderr:write("first unexpected response: " .. status .. " " .. target .. "\n") end
  end
end

if not single then request, response = next_prepared, check end

threads = {}
function setup(thread) threads[#threads + 1] = thread end

function done(summary, latency)
  local wrong = single and summary.errors.status or 0
  for _, thread in ipairs(threads) do wrong = wrong + thread:get("unexpected") end
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format('{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"unexpected":%d,"socketErrors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, wrong, errors))
end
