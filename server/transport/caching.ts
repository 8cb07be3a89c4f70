import type { FastifyInstance } from 'fastify'

/** Only the caller's browser stores it, and revalidates it each time. */
const privately = 'max-age=0, private, must-revalidate'

/** Request headers that identify the caller or select the encoding. */
const dependsOn = ['Accept-Encoding', 'Authorization', 'Cookie', 'Private-Token', 'Sudo']

/**
 * Keep responses out of shared caches: they depend on the caller unless their door sets a public `cache-control`. A door may also set
 * a stricter value.
 */
export function keepPrivate(app: FastifyInstance): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    const said = reply.getHeader('cache-control')
    if (said === undefined) reply.header('cache-control', privately)
    if (typeof said !== 'string' || !said.includes('public')) reply.header('vary', dependsOn.join(', '))
    done()
  })
}
