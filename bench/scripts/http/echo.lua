-- wrk posts 1 KiB.
wrk.method = 'POST'
wrk.body = string.rep('0123456789abcdef', 64)
wrk.headers['Content-Type'] = 'application/octet-stream'
