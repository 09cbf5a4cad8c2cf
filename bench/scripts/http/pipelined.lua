-- wrk sends sixteen requests at a time on every connection.
init = function()
  local requests = {}
  for i = 1, 16 do requests[i] = wrk.format() end
  pipelined = table.concat(requests)
end
request = function() return pipelined end
