import type { Logger } from 'pino'
import { deployKeyTopic, isDeployKeyTopic, isUserTopic, userTopic } from '#contract/live-topics.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { isDeployKey, usableOf } from './keys.ts'
import type { SshConnection } from './session.ts'

const recheckMs = 60_000

/** Calls back with the topics of each change, from any process. */
export type Subscribe = (listener: (topics: readonly string[]) => void) => () => void

interface Watched {
  readonly db: Db
  readonly log: Pick<Logger, 'warn'>
  readonly subscribe: Subscribe
  readonly open: () => readonly SshConnection[]
  readonly end: (held: SshConnection) => void
}

/**
 * End the connections whose key no longer opens anything: at once when its user or deploy key changes, and within a minute
 * otherwise.
 *
 * @returns stops watching
 */
export function watchKeys({ db, log, subscribe, open, end }: Watched): () => void {
  async function recheck(concerned: readonly SshConnection[]): Promise<void> {
    const isUsable = await usableOf(
      db,
      concerned.flatMap(({ key }) => key ?? []),
    )
    for (const held of concerned) if (held.key !== null && !isUsable(held.key)) end(held)
  }
  const rechecked = (concerned: readonly SshConnection[]) =>
    void recheck(concerned).catch((error: unknown) => {
      // Connections whose keys cannot be checked are closed.
      log.warn({ err: error }, 'cannot check the keys of open SSH connections')
      for (const held of concerned) end(held)
    })
  const unsubscribe = subscribe(topics => {
    const changed = new Set(topics.filter(isUserTopic))
    const isConcerned = ({ key }: SshConnection) =>
      key !== null && !isDeployKey(key) && changed.has(userTopic(key.actor.id))
    if (changed.size > 0) rechecked(open().filter(isConcerned))
    const changedKeys = new Set(topics.filter(isDeployKeyTopic))
    // A key that lost one of its projects may be in the middle of a command on it.
    for (const held of changedKeys.size === 0 ? [] : open())
      if (held.key !== null && isDeployKey(held.key) && changedKeys.has(deployKeyTopic(held.key.deployKeyId))) end(held)
  })
  const looking = setInterval(() => rechecked(open()), recheckMs).unref()
  return () => {
    clearInterval(looking)
    unsubscribe()
  }
}
