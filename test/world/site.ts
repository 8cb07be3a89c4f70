import { randomBytes } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import type { Member } from './cast.ts'
import { world } from './world.ts'

interface TokenGiven {
  readonly scopes?: readonly string[]
  readonly revoked?: boolean
  /** yyyy-mm-dd */
  readonly expiresAt?: string
}

/** A world with the whole web server before it, asked without a network. */
export async function site(options: Parameters<typeof world>[0] = {}) {
  const built = await world(options)
  const { db, services, users } = built
  // No page here opens a live socket.
  const hub = { subscribe: () => () => {} } as unknown as LiveHub
  const app = await createApp({ db, known: new KnownIdentities(), services, slices, hub, web: null, doors: [] })
  onTestFinished(() => app.close())

  const token = async (userId: number, given: TokenGiven = {}): Promise<string> => {
    const text = `glpat-${randomBytes(15).toString('hex')}`
    await db
      .insertInto('personalAccessTokens')
      .values({
        userId,
        name: 'test',
        tokenHash: hashSecret(text),
        scopes: [...(given.scopes ?? ['api'])],
        revoked: given.revoked ?? false,
        expiresAt: given.expiresAt ?? null,
        // The token counts as used already, so that no statement of a request outlives it.
        lastUsedAt: new Date().toISOString(),
      })
      .execute()
    return text
  }
  const tokens = new Map<Member | 'root', string>()
  for (const name of ['root', 'olga', 'rita', 'nina'] as const)
    tokens.set(name, await token(users[name].id, { scopes: name === 'root' ? ['api', 'sudo'] : ['api'] }))

  /** Ask for an address below /api/v4. */
  const ask = async (who: 'root' | 'olga' | 'rita' | 'nina' | 'anon', address: string, given: InjectOptions = {}) => {
    const [method = 'GET', url = ''] = address.split(' ')
    const own = who === 'anon' ? {} : { 'private-token': tokens.get(who) }
    const reply = await app.inject({
      ...given,
      method: method as 'GET',
      url: url.startsWith('/api/') ? url : `/api/v4${url}`,
      headers: { ...own, ...given.headers },
    })
    return { status: reply.statusCode, headers: reply.headers, text: reply.body, body: parsed(reply.body) }
  }
  return { ...built, app, token, ask }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
