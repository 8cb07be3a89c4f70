import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { hashSecret } from '#server/platform/text/secret.ts'
import { slices } from '#server/slices.ts'
import { createApp } from '#server/transport/app.ts'
import type { LiveHub } from '#server/transport/live/hub.ts'
import { KnownIdentities } from '#server/transport/session/known.ts'
import { world } from './world.ts'

interface Given {
  readonly isLive?: boolean
  readonly settings?: Readonly<Record<string, string>>
  readonly limits?: NonNullable<Parameters<typeof createApp>[0]['limits']>
}

type Doors = Parameters<typeof createApp>[0]['doors']
type OnTopics = Parameters<LiveHub['subscribe']>[0]
type OnPresence = NonNullable<Parameters<LiveHub['subscribe']>[1]>

/**
 * The whole application in a world of its own, with what other processes would tell it.
 *
 * @param isLive  its doors hear of each change, as they do of those of a database; else of what `tell` tells
 */
export async function appWorld(doors: Doors = [], { isLive = false, settings = {}, limits }: Given = {}) {
  const listeners = new Set<OnTopics>()
  const tell = (topics: readonly string[]) => {
    for (const listener of listeners) listener(topics)
  }
  const known: Parameters<typeof createApp>[0]['known'] = new KnownIdentities()
  const made = await world({
    settings,
    onCommit: topics => {
      known.forget(topics)
      if (isLive) setImmediate(tell, topics)
    },
  })
  const { db, services } = made
  const presenceListeners = new Set<OnPresence>()
  const hub: LiveHub = {
    subscribe: (onTopics, onPresence) => {
      listeners.add(onTopics)
      if (onPresence !== undefined) presenceListeners.add(onPresence)
      return () => {
        listeners.delete(onTopics)
        if (onPresence !== undefined) presenceListeners.delete(onPresence)
      }
    },
    close: async () => {},
  }
  const app = await createApp({ db, known, services, slices, hub, web: null, doors, ...(limits && { limits }) })
  onTestFinished(() => app.close())
  return {
    ...made,
    app,
    /** The listeners of topics: open connections, and requests that wait for news. */
    listeners,
    /** Topics that changed. */
    tell,
    /** A word of who is where. */
    tellPresence: (word: unknown) => {
      for (const listener of presenceListeners) listener(word)
    },
    /** Listen, on a port that is free. */
    listen: async (): Promise<number> => {
      await app.listen({ port: 0, host: '127.0.0.1' })
      // The address is that of a TCP listener.
      return (app.server.address() as AddressInfo).port
    },
    /** A new personal access token of a user. */
    token: async (userId: number, scopes: readonly string[] = ['api']): Promise<string> => {
      const secret = `glpat-${randomBytes(12).toString('hex')}`
      const values = { userId, name: 'test', tokenHash: hashSecret(secret), scopes: [...scopes], lastUsedAt: now() }
      await db.insertInto('personalAccessTokens').values(values).execute()
      return secret
    },
    /** The content of the session cookie of a signed-in user; its CSRF token is `the-token`. */
    session: async (userId: number): Promise<string> => {
      const cookie = randomBytes(20).toString('hex')
      const [tokenHash, expiresAt] = [hashSecret(cookie), '2999-01-01T00:00:00Z']
      const values = { userId, tokenHash, csrfToken: 'the-token', expiresAt, lastSeenAt: now() }
      await db.insertInto('sessions').values(values).execute()
      return cookie
    },
  }
}

const now = () => new Date().toISOString()
