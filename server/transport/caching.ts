import type { FastifyInstance } from 'fastify'

/** Nobody but the asker's own browser keeps it, and that one asks again each time. */
export const privately = 'max-age=0, private, must-revalidate'

/** What tells who asks, and how the answer may be packed. */
const dependsOn = ['Accept-Encoding', 'Authorization', 'Cookie', 'Private-Token', 'Sudo']

/**
 * Keep answers out of shared caches: each depends on who asks, unless its door says by `cache-control` that it is public.
 * A door may say something stricter, or looser for one reader.
 */
export function keepPrivate(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const said = reply.getHeader('cache-control')
    if (said === undefined) reply.header('cache-control', privately)
    if (typeof said !== 'string' || !said.includes('public')) reply.header('vary', dependsOn.join(', '))
    done()
  })
}
