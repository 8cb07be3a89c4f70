import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly bytes: Buffer
}

/** A server that receives the calls of webhooks. It answers each with the next of `answers`, or with 200. */
export async function webhookReceiver() {
  const received: Received[] = []
  const answers: { status: number; headers?: Record<string, string>; body?: string }[] = []
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      received.push({ path: request.url ?? '', headers: request.headers, body: bytes.toString(), bytes })
      const answer = answers.shift() ?? { status: 200, body: 'thanks' }
      reply.writeHead(answer.status, answer.headers).end(answer.body)
    })
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  // A server that listens on a port has an address.
  const { port } = server.address() as AddressInfo
  return { received, answers, url: `http://127.0.0.1:${port}/take`, port }
}

/** Follow a change, then send the calls that it has queued. */
export async function sendCalls(deliver: () => Promise<void>): Promise<void> {
  await deliver()
  await deliver()
}
