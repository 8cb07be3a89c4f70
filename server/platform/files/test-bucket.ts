import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, request } from 'node:http'
import { pipeline } from 'node:stream/promises'
import S3rver from 's3rver'

export const testKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'se/c+ret' }

interface TestBucket {
  readonly port: number
  close(): Promise<void>
}

/** A server that speaks S3, with the bucket `weft`. It does not look at signatures itself: a gate before it does. */
export async function openTestBucket(directory: string): Promise<TestBucket> {
  const store = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'weft' }],
  })
  const inner = await store.run()
  const gate = createServer((asked, reply) => {
    const isOurs = asked.headers.authorization?.includes(`Credential=${testKeys.accessKeyId}/`) === true
    if (isOurs && signatureOf(asked, testKeys.secretAccessKey) !== signatureIn(asked)) {
      asked.resume()
      reply.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
      return
    }
    const { method, url: path, headers } = asked
    const passed = request({ host: '127.0.0.1', port: inner.port, method, path, headers })
    passed.on('response', answer => {
      reply.writeHead(answer.statusCode ?? 500, answer.headers)
      pipeline(answer, reply).catch(() => reply.destroy())
    })
    pipeline(asked, passed).catch(() => reply.destroy())
  })
  await new Promise<void>(resolve => gate.listen(0, '127.0.0.1', resolve))
  const address = gate.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: async () => {
      gate.closeAllConnections()
      await new Promise(resolve => gate.close(resolve))
      await store.close()
    },
  }
}

const signatureIn = ({ headers }: IncomingMessage) => /Signature=([0-9a-f]+)/.exec(headers.authorization ?? '')?.[1]

/**
 * The expected signature of a request.
 *
 * @source AWS Signature Version 4, "Calculating a signature" in the S3 API reference
 */
export function signatureOf(
  asked: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  secretAccessKey: string,
): string | null {
  const parts = /Credential=[^/]+\/(\d+)\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+),/.exec(
    asked.headers.authorization ?? '',
  )
  const [, day = '', region = '', names = ''] = parts ?? []
  if (parts === null) return null
  const signed = names.split(';').map(name => `${name}:${String(asked.headers[name]).trim()}\n`)
  const { pathname, searchParams } = new URL(asked.url ?? '/', 'http://bucket')
  const query = [...searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const canonical = [
    asked.method,
    pathname,
    query.join('&'),
    signed.join(''),
    names,
    asked.headers['x-amz-content-sha256'],
  ].join('\n')
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', asked.headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (under, text) => createHmac('sha256', under).update(text).digest(),
    `AWS4${secretAccessKey}`,
  )
  return createHmac('sha256', key).update(toSign).digest('hex')
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** All items of an iterable. */
export async function all<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}
