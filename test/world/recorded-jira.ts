import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

interface RecordedJira {
  readonly url: string
  /** Requests with the header that says who asks. */
  readonly asked: readonly string[]
}

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown

/** Answers as Jira does, for tests. @param answer  of the requests, by method and path */
export async function recordedJira(answer: Answer): Promise<RecordedJira> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://jira')
    asked.push(`${url.pathname}${url.searchParams.has('startAt') ? '+' : ''} ${request.headers.authorization ?? '-'}`)
    answer(request, response, url)
  })
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

export const asJson = (response: ServerResponse, body: object): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** An issue as version 3 of the API tells of it. */
export const cloudIssue = (number: number, fields: object) => ({
  id: String(10_000 + number),
  key: `LOOM-${number}`,
  fields: {
    summary: `Issue ${number}`,
    status: { name: 'To Do', statusCategory: { key: 'new' } },
    created: `2026-03-31T14:0${number}:00.000+0200`,
    ...fields,
  },
})

export const cloudDocument = (...content: readonly object[]) => ({ type: 'doc', version: 1, content })

/** A file in a document, as Jira Cloud names it. */
export const cloudFile = (alt: string) => ({
  type: 'mediaSingle',
  attrs: { layout: 'center' },
  content: [{ type: 'media', attrs: { id: 'b7a1', type: 'file', collection: '', alt } }],
})
