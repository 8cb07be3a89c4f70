import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Keep of `X-Forwarded-For` only the addresses, without ports and brackets. A word that is not an address is dropped
 * with all before it, so that `request.ip` is always an address.
 */
export function tidyForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const given = headers['x-forwarded-for']
    if (given !== undefined) headers['x-forwarded-for'] = addressesIn(String(given)).join(', ')
    done()
  })
}

/** The addresses at the end of a list, up to the first word from the right that is none. */
function addressesIn(list: string): readonly string[] {
  const words = list.split(',').map(word => bareAddress(word.trim()))
  return words.slice(words.lastIndexOf(null) + 1).filter(word => word !== null)
}

/** `192.0.2.1:4711` to `192.0.2.1`, `[2001:db8::1]:4711` to `2001:db8::1`; null if the word is no address. */
function bareAddress(word: string): string | null {
  const [, bracketed, plain = word] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(word) ?? []
  const address = bracketed ?? plain
  return isIP(address) === 0 ? null : address
}
