-- Sends the requests of a file, each once and in order, and prints the result as one line of JSON.
--
-- Input:  WRK_REQUESTS: path of a file with one request a line: METHOD <tab> path <tab> content type <tab> body.
--         WRK_EXPECT: the expected statuses, between commas: ",302,303,".
--         WRK_LOCATION: text that the Location of a redirect must contain; empty to accept any.
--         WRK_COUNT: number of requests in the file.
--         WRK_SECONDS: how long requests are sent, unless the file ends before that.
--         WRK_AUTHORIZATION: header of every request; empty for none.
-- Output: {"requests","seconds","p50","p99","unexpected","socketErrors"}; latencies in milliseconds.
--
-- A run ends when everything that was sent has been answered. wrk itself would drop what is under way when its time is over:
-- the server's work for it would be counted, but not the request. So wrk gets more time than it needs; after WRK_SECONDS every
-- connection pauses, and the last answer ends the run as Ctrl-C does.
--
-- wrk sends a file of one line repeatedly until its own time is over, without calling Lua for each request, which would be
-- slower than the servers. In this case wrk itself counts statuses above 399 as errors.

local ffi = require("ffi")
ffi.cdef([[
  struct timeval { long seconds; long microseconds; };
  int gettimeofday(struct timeval *time, void *zone);
  int getpid(void);
  int kill(int pid, int signal);
]])
local SIGINT = 2
local PAUSE_MS = 3600 * 1000

local single = os.getenv("WRK_COUNT") == "1"
local expected, location = os.getenv("WRK_EXPECT"), os.getenv("WRK_LOCATION")
local authorization = os.getenv("WRK_AUTHORIZATION")
local requests, claimed, sent, answered = {}, 0, 0, 0
local ends_at
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

local time = ffi.new("struct timeval")
local function now()
  ffi.C.gettimeofday(time, nil)
  return tonumber(time.seconds) + tonumber(time.microseconds) / 1e6
end

local function end_if_all_is_answered()
  if answered == claimed and (claimed == #requests or now() >= ends_at) then ffi.C.kill(ffi.C.getpid(), SIGINT) end
end

-- Before each request of a connection: whether it may send one.
local function claim()
  ends_at = ends_at or now() + tonumber(os.getenv("WRK_SECONDS"))
  if claimed < #requests and now() < ends_at then
    claimed = claimed + 1
    return 0
  end
  end_if_all_is_answered()
  return PAUSE_MS
end

local function next_prepared()
  -- wrk asks once before it connects, to look at the request.
  if claimed == 0 then return requests[1] end
  sent = sent + 1
  return requests[sent]
end

local function check(status, headers)
  answered = answered + 1
  local target = headers["Location"] or headers["location"] or ""
  if not expected:find("," .. status .. ",", 1, true) or not target:find(location, 1, true) then
    unexpected = unexpected + 1
    if unexpected == 1 then io.stderr:write("first unexpected response: " .. status .. " " .. target .. "\n") end
  end
  end_if_all_is_answered()
end

if not single then delay, request, response = claim, next_prepared, check end

threads = {}
function setup(thread) threads[#threads + 1] = thread end

function done(summary, latency)
  local wrong = single and summary.errors.status or 0
  for _, thread in ipairs(threads) do wrong = wrong + thread:get("unexpected") end
  local errors = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format('{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"unexpected":%d,"socketErrors":%d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, wrong, errors))
end
