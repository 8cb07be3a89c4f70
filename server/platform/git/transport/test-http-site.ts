import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { type TestRepository, testRepository } from '../test-repository.ts'
import type { RefUpdate } from '../writing/update-refs.ts'
import { createBranch, createTag, updateRefs } from '../writing/update-refs.ts'
import { advertiseRefs, isService } from './advertise.ts'
import { receivePack, type Verdict } from './receive-pack.ts'
import { uploadPack } from './upload-pack.ts'

interface HttpSite {
  readonly here: TestRepository
  readonly server: Server
  readonly url: string
  /** The pushed refs, in order. */
  readonly heard: RefUpdate[]
  /** Answers that are on their way. */
  readonly settled: Promise<unknown>[]
  readonly close: () => Promise<void>
}

interface Site {
  readonly judge?: (updates: readonly RefUpdate[]) => Promise<Verdict>
  /** The sentences for the person who pushes. */
  readonly said?: () => readonly string[]
  readonly maxBytes?: () => number
}

/** A repository behind our answers to git over HTTP, and nothing else. */
export async function httpSite({
  judge = async () => ({}),
  said = () => [],
  maxBytes = () => 64 * 1024 * 1024,
}: Site = {}): Promise<HttpSite> {
  const here = await testRepository()
  const heard: RefUpdate[] = []
  const settled: Promise<unknown>[] = []
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://localhost')
    const protocol = request.headers['git-protocol']?.toString()
    const leaving = new AbortController()
    response.on('close', () => leaving.abort(new Error('left')))
    const common = {
      protocol,
      body: request,
      contentEncoding: request.headers['content-encoding'],
      signal: leaving.signal,
    }
    const answer = async () => {
      const service = address.searchParams.get('service')
      if (isService(service)) {
        response.setHeader('content-type', `application/x-${service}-advertisement`)
        response.end(await advertiseRefs(here.repo, service, protocol))
        return
      }
      const stream = address.pathname.endsWith('git-upload-pack')
        ? await uploadPack(here.repo, common)
        : await receivePack({
            ...common,
            maxBytes: maxBytes(),
            before: async updates => ({ repo: here.repo, ...(await judge(updates)) }),
            after: async updates => {
              heard.push(...updates)
              return [...said()]
            },
          })
      response.setHeader('content-type', `application/x-${address.pathname.split('/').at(-1)}-result`)
      await pipeline(stream, response)
    }
    settled.push(answer().catch(() => response.destroy()))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  // The server listens on a port.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/repository.git`
  const close = async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await Promise.all(settled)
    await here.remove()
  }
  return { here, server, url, heard, settled, close }
}

/** Two commits, two branches, two tags and hidden refs. */
export async function historyIn(here: TestRepository): Promise<{ first: string; second: string }> {
  const first = await here.commit({
    'README.md': '# One\n',
    'docs/ünï cöde "x".md': 'two\n',
    'odd\nname.txt': 'three\n',
  })
  const second = await here.commit({ 'README.md': '# One\n\nmore\n', 'bin/data': Buffer.from([0, 1, 2, 255]) })
  await createBranch(here.repo, 'feature/a', first)
  await createTag(here.repo, 'v1', first, {
    message: 'One',
    tagger: { name: 'Ann', email: 'ann@example.com', at: new Date(0) },
  })
  await createTag(here.repo, 'plain', second)
  await updateRefs(here.repo, [
    { ref: 'refs/keep-around/x', after: first },
    { ref: 'refs/merge-requests/1/head', after: first },
  ])
  return { first, second }
}
