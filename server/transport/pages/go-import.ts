import type { FastifyInstance } from 'fastify'
import { anonymous, createContext } from '#server/context.ts'
import { moduleRepository } from '#server/foundation/projects/module-repository.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'

/**
 * Tell `go get` where the repository of a module is, at each address that may be one. The answer does not reveal
 * whether there is one.
 *
 * @source https://go.dev/ref/mod#vcs-find
 */
export function tellGoImports(app: FastifyInstance, { db, services }: Pick<DoorParts, 'db' | 'services'>): void {
  app.addHook('onRequest', async (request, reply) => {
    const question = request.originalUrl.indexOf('?')
    if (request.method !== 'GET' || question < 0) return
    if (new URLSearchParams(request.originalUrl.slice(question)).get('go-get') !== '1') return
    const ctx = createContext({
      db,
      services,
      actor: anonymous,
      requestId: request.id,
      ip: request.ip,
      userAgent: null,
    })
    const fullPath = await moduleRepository(ctx, request.originalUrl.slice(1, question))
    if (fullPath === null) return
    const site = new URL(services.settings.externalUrl)
    const root = `${site.host}${site.pathname.replace(/\/$/, '')}/${fullPath}`
    const repository = `${services.settings.externalUrl}/${fullPath}.git`
    return reply
      .type('text/html; charset=utf-8')
      .send(`<!doctype html><meta name="go-import" content="${escapeHtml(`${root} git ${repository}`)}">\n`)
  })
}
