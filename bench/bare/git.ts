import { spawn } from 'node:child_process'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'

// The floor of clones, fetches and pushes: git's own program for HTTP, a process for each request. No sign-in, no permissions,
// no checks.

const { PORT = '0', PROJECT_ROOT = '' } = process.env

const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url ?? '/', 'http://bench')
  const { headers } = request
  const env = {
    PATH: process.env.PATH,
    GIT_PROJECT_ROOT: PROJECT_ROOT,
    GIT_HTTP_EXPORT_ALL: '1',
    // Whoever has signed in may push.
    REMOTE_USER: 'bench',
    REQUEST_METHOD: request.method,
    PATH_INFO: pathname,
    QUERY_STRING: search.slice(1),
    CONTENT_TYPE: headers['content-type'],
    HTTP_CONTENT_ENCODING: headers['content-encoding'],
    GIT_PROTOCOL: [headers['git-protocol']].flat()[0],
  }
  const git = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  request.pipe(git.stdin)
  pass(git.stdout, response)
})

/** Send what a CGI program says: lines of its header, an empty line, and the body. */
function pass(output: Readable, response: ServerResponse): void {
  let head = Buffer.alloc(0)
  const readHead = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    output.off('data', readHead)
    for (const line of head.toString('latin1', 0, end).split('\r\n')) {
      const [name = '', value = ''] = line.split(': ')
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.write(head.subarray(end + 4))
    output.pipe(response)
  }
  output.on('data', readHead)
}

server.listen(Number(PORT), '127.0.0.1', () => {
  // A server that listens on a port has an address.
  console.log(`listening on ${(server.address() as AddressInfo).port}`)
})
