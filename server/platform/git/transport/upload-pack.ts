import { Readable } from 'node:stream'
import { TooLarge, Unavailable } from '#server/errors.ts'
import { outputOf, start } from '../run.ts'
import { answerFetch, isCacheable } from './fetches.ts'
import { answerLsRefs, asLsRefs } from './ls-refs.ts'
import { decodedBody, endOfSection, protocolVersion, readHead } from './pkt-line.ts'
import { blamingClient } from './protocol-fault.ts'
import { pump } from './pump.ts'
import { parseCommand } from './v2-command.ts'

type UploadPackRequest = {
  /** The request's `Git-Protocol` header. */
  readonly protocol?: string | undefined
  readonly body: Readable
  /** The request's `Content-Encoding` header. */
  readonly contentEncoding?: string | undefined
  readonly signal?: AbortSignal
  /** Default 30 minutes. */
  readonly timeoutMs?: number
  /** The limit of the request: wants and haves, unpacked. Default 64 MiB. */
  readonly maxBytes?: number
}

/**
 * Talk with a client that stays in touch, as over SSH: it hears git's advertisement first, and asks in as many rounds as it needs.
 *
 * @throws Unavailable  too many transfers are waiting
 */
export async function uploadPackTalk(
  repo: string,
  { protocol, body, signal, timeoutMs = 1_800_000, maxBytes = 64 * 1024 * 1024 }: UploadPackRequest,
): Promise<Readable> {
  const running = blamingClient(
    await start(null, ['upload-pack', '--strict', `--timeout=${silentSeconds}`, repo], {
      lane: 'transfer',
      memory: 'transfer',
      yields: true,
      timeoutMs,
      env: { GIT_PROTOCOL: `version=${protocolVersion(protocol)}` },
      ...(signal === undefined ? {} : { signal }),
    }),
  )
  const { stdin } = running.child
  let size = 0
  body.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxBytes) running.stop(new TooLarge())
    else if (stdin.writable && !stdin.write(chunk)) {
      body.pause()
      stdin.once('drain', () => body.resume())
    }
  })
  body.on('end', () => stdin.end())
  return outputOf(running)
}

/**
 * Answer `git archive --remote`: the files of a ref, as git packs them. Commits that no ref names are refused by git. The client asks
 * once, and git begins when all of that has come: a client that says nothing keeps no place among the transfers.
 *
 * @throws Unavailable  too many transfers are waiting, or the client does not ask in time
 * @throws Invalid  the client left before it had asked
 */
export async function uploadArchiveTalk(
  repo: string,
  { body, signal, timeoutMs = 1_800_000 }: Pick<UploadPackRequest, 'body' | 'signal' | 'timeoutMs'>,
): Promise<Readable> {
  const late = setTimeout(() => body.destroy(new Unavailable('The request stalled')), silentSeconds * 1000)
  const asked = await readHead(body, longestArchiveRequest, endOfSection()).finally(() => clearTimeout(late))
  const running = blamingClient(
    await start(null, ['upload-archive', repo], {
      lane: 'transfer',
      memory: 'transfer',
      yields: true,
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    }),
  )
  running.child.stdin.end(asked)
  // No bytes are expected after the request; a compressed body could go on forever.
  let left = longestArchiveRequest
  body.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) body.destroy()
  })
  return outputOf(running)
}

/** Options and paths. */
const longestArchiveRequest = 64 * 1024

/** A client that says nothing for so long while it is its turn. */
const silentSeconds = 60

/** A longer request goes to git as it arrives. */
const longestCommand = 256 * 1024

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
  const run = async (input: Readable, left = signal) => {
    const running = blamingClient(
      await start(null, ['upload-pack', '--stateless-rpc', repo], {
        lane: 'transfer',
        memory: 'transfer',
        yields: true,
        timeoutMs,
        env: { GIT_PROTOCOL: `version=${version}` },
        ...(left === undefined ? {} : { signal: left }),
      }),
    )
    pump(input, running.child.stdin, maxBytes).catch(error => running.stop(error))
    return running
  }
  if (version === 2) {
    const endOf = endOfSection()
    const head = await readHead(request, maxBytes, bytes =>
      bytes.length > longestCommand ? bytes.length : endOf(bytes),
    )
    const command = parseCommand(head)
    const lsRefs = command && asLsRefs(command)
    const isKept = command !== null && isCacheable(command)
    if (lsRefs !== null || isKept) request.resume()
    if (lsRefs !== null) return Readable.from([await answerLsRefs(repo, lsRefs)], { objectMode: false })
    const runOn = (left?: AbortSignal) => run(Readable.from([head], { objectMode: false }), left)
    if (isKept) return answerFetch(repo, command, runOn, signal)
    request.unshift(head)
  }
  return outputOf(await run(request))
}
