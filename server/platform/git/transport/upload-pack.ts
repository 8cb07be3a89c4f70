import { Readable } from 'node:stream'
import { outputOf, start } from '../run.ts'
import { answerLsRefs, parseLsRefs } from './ls-refs.ts'
import { decodedBody, pktAt, protocolVersion, readHead } from './pkt-line.ts'
import { blamingClient } from './protocol-fault.ts'
import { pump } from './pump.ts'

export type UploadPackRequest = {
  /** The request's `Git-Protocol` header. */
  readonly protocol?: string | undefined
  readonly body: Readable
  /** The request's `Content-Encoding` header. */
  readonly contentEncoding?: string | undefined
  readonly signal?: AbortSignal
  /** Default 30 minutes. */
  readonly timeoutMs?: number
  /** Of the request: wants and haves, unpacked. Default 64 MiB. */
  readonly maxBytes?: number
}

const longestLsRefs = 1024 * 1024
const lsRefsStart = Buffer.from('command=ls-refs')

/**
 * Answer `POST git-upload-pack` (clone and fetch). The stream fails when git does; destroying it ends git.
 *
 * @throws Invalid  the body is not in the git protocol
 */
export async function uploadPack(
  repo: string,
  { protocol, body, contentEncoding, signal, timeoutMs = 1_800_000, maxBytes = 64 * 1024 * 1024 }: UploadPackRequest,
): Promise<Readable> {
  const version = protocolVersion(protocol)
  const request = decodedBody(body, contentEncoding)
  if (version === 2) {
    const head = await readHead(request, longestLsRefs, endOfLsRefs)
    const asked = parseLsRefs(head)
    if (asked !== null) {
      request.resume()
      return Readable.from([await answerLsRefs(repo, asked)], { objectMode: false })
    }
    request.unshift(head)
  }
  const running = blamingClient(
    await start(null, ['upload-pack', '--stateless-rpc', repo], {
      lane: 'transfer',
      timeoutMs,
      env: { GIT_PROTOCOL: `version=${version}` },
      ...(signal === undefined ? {} : { signal }),
    }),
  )
  pump(request, running.child.stdin, maxBytes).catch(error => running.stop(error))
  return outputOf(running)
}

/** The first request of the body whole if it is `ls-refs`, else just enough to see that it is not. */
function endOfLsRefs(bytes: Buffer): number | null {
  if (bytes.length < 4 + lsRefsStart.length) {
    const isFlush = bytes.length >= 4 && bytes.toString('latin1', 0, 4) === '0000'
    return isFlush ? bytes.length : null
  }
  if (!bytes.subarray(4, 4 + lsRefsStart.length).equals(lsRefsStart)) return bytes.length
  for (let at = 0; ; ) {
    const read = pktAt(bytes, at)
    if (read === null) return null
    at = read.next
    if (read.packet.kind === 'flush') return at
  }
}
