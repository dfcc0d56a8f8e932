-- For wrk: sends the requests of a deck one after the other, round and round.
local requests = {}
local position = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for request in file:read("*a"):gmatch("[^%z]+") do
    requests[#requests + 1] = request
  end
  file:close()
end

function request()
  position = position % #requests + 1
  return requests[position]
end
