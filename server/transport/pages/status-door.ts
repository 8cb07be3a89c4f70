import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { Moved, NotFound } from '#server/errors.ts'
import { StatusCopies, withBase } from '#server/plan/status-page/copies.ts'
import { sendStatusFeed } from '#server/plan/status-page/feed.ts'
import { nowherePath, type StatusHosts } from '#server/plan/status-page/hosts.ts'
import { pageScript } from '#server/plan/status-page/page-script.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { contextOf, send } from '#server/transport/rest/door.ts'
import { type DoorParts, nobody } from '#server/transport/session/authenticate.ts'

/** Shared caches may keep the page for this long. */
const maxAgeSeconds = 20

/**
 * The public status pages. They are the same for every reader, so no session is looked up: they are answered from memory, also while the
 * database is away.
 */
export function openStatusDoor(
  app: FastifyInstance,
  parts: DoorParts & { readonly hub: LiveHub },
  hosts: StatusHosts,
): void {
  const copies = new StatusCopies(parts)
  app.addHook(
    'preClose',
    parts.hub.subscribe(topics => copies.hear(topics)),
  )
  app.addHook('onListen', () => copies.open())
  const { externalUrl } = parts.services.settings
  const show = (isCopy: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    // The address has it.
    const { namespace } = request.params as { readonly namespace: string }
    const query = request.query as Readonly<Record<string, unknown>>
    if (query.format === 'atom') return sendFeed(request, reply)
    const page = pageOf(query.page)
    try {
      const copy = await copies.get(namespace, page)
      const html = isCopy ? withBase(copy.html, escapeHtml(`${externalUrl}${statusPagePath(namespace)}`)) : copy.html
      reply.headers({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': `public, max-age=${maxAgeSeconds}`,
        'content-security-policy': policy,
        etag: copy.etag,
      })
      if (isKnown(copy.etag, request.headers['if-none-match'])) return reply.code(304).send()
      return await send(reply, { status: 200, headers: { vary: 'Accept-Encoding' }, body: html })
    } catch (error) {
      if (error instanceof Moved) return reply.redirect(statusPagePath(error.fullPath), 301)
      if (!(error instanceof NotFound)) throw error
      return reply
        .code(404)
        .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
        .send(missing)
    }
  }
  const sendFeed = async (request: FastifyRequest, reply: FastifyReply) => {
    // As above.
    const { namespace } = request.params as { readonly namespace: string }
    const { status, headers, stream } = await sendStatusFeed(contextOf(parts, request, nobody), { namespace })
    return reply.code(status).headers(headers).send(stream)
  }
  app.all(nowherePath, (_request, reply) =>
    reply.code(404).headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).send(missing),
  )
  const readHosts = () =>
    hosts
      .refresh(parts.db)
      .catch(error => parts.services.log.warn({ err: error }, 'the host names of status pages could not be read'))
  const turns = setInterval(readHosts, hostsEveryMs).unref()
  app.addHook('onReady', async () => {
    await readHosts()
  })
  app.addHook('onClose', (_app, done) => {
    clearInterval(turns)
    done()
  })
  app.get('/:namespace/-/status', show(false))
  app.get('/:namespace/-/status.html', show(true))
  app.get('/:namespace/-/status.atom', sendFeed)
}

/** A new host name works after this time at most. */
const hostsEveryMs = 10_000

const pageOf = (given: unknown): number =>
  typeof given === 'string' && /^[1-9]\d{0,2}$/.test(given) ? Number(given) : 1

const isKnown = (etag: string, ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch?.split(',').some(tag => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')) ?? false

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(pageScript).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "media-src 'self' https: http:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(';')

const missing =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>No status page</title><body style="font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:30rem;padding:0 1rem;color-scheme:light dark"><h1>No status page</h1><p>There is no status page at this address.</p></body></html>'
