import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type BlockList, isIP } from 'node:net'
import { pipeline, type Readable, Transform } from 'node:stream'
import { NamedError } from '#server/errors.ts'
import { leadsInward } from './inward.ts'

/** The reason why a request was not made, or got no answer: a sentence for the user who set the address. */
export class NoAnswer extends Error {}

interface OutwardRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Addresses inside that are reached nonetheless. */
  readonly allowed: BlockList | undefined
  readonly verifiesTls: boolean
  /** The limit of the whole request, from the look-up of the name to the last byte. */
  readonly timeoutMs: number
  /** Bytes of the answer that are read; the connection is then closed. */
  readonly maxBytes: number
}

interface OutwardPost extends OutwardRequest {
  readonly body: string | Buffer
}

interface OutwardAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Send a body to an address that a person gave. The name is looked up once and the connection goes to the address that was
 * checked, so that another answer of the name server cannot lead inside. Redirects are an answer and are not followed.
 *
 * @throws NoAnswer
 */
export const postOutward = ({ body, ...request }: OutwardPost): Promise<OutwardAnswer> =>
  ask(request, body, readText(request))

/** Read from an address that a person gave, in the same way. @throws NoAnswer */
export const getOutward = (request: OutwardRequest): Promise<OutwardAnswer> => ask(request, null, readText(request))

/** A response, with its body as it arrives. */
export interface OutwardStream {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Breaks off with `AnswerTooLarge` after `maxBytes`. */
  readonly body: Readable
}

/** The answer has more than `maxBytes`. */
export class AnswerTooLarge extends NoAnswer {}

/**
 * Read from such an address as a stream, which is closed once `take` has finished.
 *
 * @throws NoAnswer  also where the stream breaks off
 * @throws AnswerTooLarge
 */
export const streamOutward = <Taken>(
  request: OutwardRequest,
  take: (answer: OutwardStream) => Promise<Taken>,
): Promise<Taken> =>
  ask(request, null, async answer => {
    const body = limitedTo(request.maxBytes)
    try {
      // An error of the response is one of the body, whose reader handles it.
      pipeline(answer, body, () => undefined)
      return await take({ status: answer.statusCode ?? 0, headers: answer.headers, body })
    } finally {
      answer.destroy()
    }
  })

/** @param body  null reads */
async function ask<Taken>(
  request: OutwardRequest,
  body: string | Buffer | null,
  take: (answer: IncomingMessage) => Promise<Taken>,
): Promise<Taken> {
  const signal = AbortSignal.timeout(request.timeoutMs)
  try {
    const address = await checkedAddress(request.url.hostname, request.allowed, signal)
    return await take(await send(request, body, address, signal))
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof NamedError) throw error
    if (signal.aborted) throw new NoAnswer(`No response within ${request.timeoutMs / 1000} seconds`, { cause: error })
    throw new NoAnswer(sentenceOf(error), { cause: error })
  }
}

/** The address that a host name of a URL leads to. @throws NoAnswer  it leads inside, or nowhere */
async function checkedAddress(hostname: string, allowed: BlockList | undefined, signal: AbortSignal): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const found =
    isIP(host) === 0 ? await Promise.race([lookup(host, { all: true }), aborted(signal)]) : [{ address: host }]
  const [first] = found
  if (first === undefined) throw new NoAnswer('The host name has no address')
  // A name with one address inside is refused whole: which one is used must not be a matter of chance.
  if (found.some(({ address }) => leadsInward(address, allowed)))
    throw new NoAnswer('Requests to the local network are not allowed')
  return first.address
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** @returns the answer, of which the head has arrived */
function send(
  asked: OutwardRequest,
  body: string | Buffer | null,
  address: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { url, headers, verifiesTls } = asked
  const family = isIP(address)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      {
        method: body === null ? 'GET' : 'POST',
        headers: { ...headers, ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }) },
        agent: false,
        signal,
        rejectUnauthorized: verifiesTls,
        maxHeaderSize: 16_384,
        lookup: (_hostname, options, done) => {
          if (options.all === true) done(null, [{ address, family }])
          else done(null, address, family)
        },
      },
      resolve,
    )
    sending.on('error', reject)
    // Node closes such a connection, and tells only who listens here.
    sending.on('upgrade', (answer, socket) => {
      socket.destroy()
      resolve(answer)
    })
    sending.end(body ?? undefined)
  })
}

/** Reads an answer to its end, or as far as `maxBytes`. */
const readText =
  ({ maxBytes }: OutwardRequest) =>
  (answer: IncomingMessage): Promise<OutwardAnswer> =>
    new Promise((resolve, reject) => {
      const chunks: Buffer[] = []
      let size = 0
      const finish = () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8'),
        })
      if (answer.statusCode === 101) return finish()
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size < maxBytes) return
        finish()
        answer.destroy()
      })
      answer.on('end', finish)
      answer.on('error', reject)
    })

function limitedTo(maxBytes: number): Transform {
  let size = 0
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      if (size > maxBytes) done(new AnswerTooLarge('The response is too large'))
      else done(null, chunk)
    },
  })
}

function sentenceOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The host name was not found'
    case 'ECONNREFUSED':
      return 'The connection was refused'
    case 'ECONNRESET':
    case 'EPIPE':
      return 'The connection was closed before an answer'
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'The host cannot be reached'
    default:
      return /CERT|TLS|SSL|SIGNATURE/.test(code) ? `The certificate was not accepted (${code})` : 'The request failed'
  }
}
