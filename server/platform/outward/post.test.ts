import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, BlockList, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { AnswerTooLarge, postOutward, streamOutward } from './post.ts'

test('a receiver that answers with another protocol has answered', async () => {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nmore'),
    )
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  const allowed = new BlockList()
  allowed.addAddress('127.0.0.1')
  const limits = { verifiesTls: true, timeoutMs: 5_000, maxBytes: 100 }
  const post = { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, body: '{}', allowed, ...limits }
  expect(await postOutward(post)).toMatchObject({ status: 101, body: '' })
})

test.each([
  ['of a length that is too large', { 'content-length': '300' }],
  ['that goes on and on', {}],
])('a stream %s breaks off', async (_what, headers) => {
  const server = createHttpServer((_request, response) => {
    response.writeHead(200, headers).write(Buffer.alloc(200))
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const allowed = new BlockList()
  allowed.addAddress('127.0.0.1')
  const limits = { verifiesTls: true, timeoutMs: 5_000, maxBytes: 100 }
  const request = { url: new URL(`http://127.0.0.1:${port}/`), headers: {}, allowed, ...limits }
  await expect(streamOutward(request, answer => buffer(answer.body))).rejects.toThrow(AnswerTooLarge)
  await expect(
    streamOutward({ ...request, maxBytes: 1_000, timeoutMs: 200 }, answer => buffer(answer.body)),
  ).rejects.toThrow('No response within 0.2 seconds')
})
