import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { avatarUrl } from '#server/foundation/users/present.ts'

/** A user who has the page of a topic open. */
export interface Present {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatar_url: string | null
  readonly is_writing: boolean
}

/** The presence that a browser reports for the topics it shows: a page is looked at, or the user writes on it. */
export type Here = Readonly<Record<string, 'looking' | 'writing'>>

/** One browser, as other processes see it. */
interface PresentBrowser {
  /** Send all topics that the browser shows now; this must be repeated, or the browser is forgotten. */
  say(here: Here): Promise<void>
  gone(): Promise<void>
}

/** Word of one browser and one topic that goes to every process. `person` null: it is gone. */
interface PresenceWord {
  readonly browser: string
  readonly topic: string
  readonly person: Present | null
}

interface Seen {
  readonly person: Present
  readonly until: number
}

type Listener = (topic: string, people: readonly Present[]) => void

/** A browser says that it is here at least this often. */
const forgottenAfterMs = 60_000
const maxTopics = 20

/** The users of open pages, of all processes. Nothing of this is stored. */
export class Presence {
  readonly #seen = new Map<string, Map<string, Seen>>()
  readonly #listeners = new Set<Listener>()

  /** Subscribe to each change of presence. */
  subscribe(listener: Listener): void {
    this.#listeners.add(listener)
  }

  /** Each person once, in the order they came. */
  of(topic: string): readonly Present[] {
    const people = new Map<number, Present>()
    for (const { person } of this.#seen.get(topic)?.values() ?? []) {
      const known = people.get(person.id)
      if (known === undefined || person.is_writing) people.set(person.id, person)
    }
    return [...people.values()]
  }

  /** Take a word of this process or another one. */
  hear(payload: unknown): void {
    if (!isWord(payload)) return
    const { browser, topic, person } = payload
    const browsers = this.#seen.get(topic) ?? new Map<string, Seen>()
    const before = browsers.get(browser)?.person
    if (person === null) browsers.delete(browser)
    else browsers.set(browser, { person, until: Date.now() + forgottenAfterMs })
    if (browsers.size === 0) this.#seen.delete(topic)
    else this.#seen.set(topic, browsers)
    if (before?.is_writing !== person?.is_writing) this.#tell(topic)
  }

  /** Forget those who said nothing for a while: a laptop that sleeps, a process that died. */
  sweep(): void {
    for (const [topic, browsers] of this.#seen) {
      const late = [...browsers].filter(([, seen]) => seen.until < Date.now())
      for (const [browser] of late) browsers.delete(browser)
      if (browsers.size === 0) this.#seen.delete(topic)
      if (late.length > 0) this.#tell(topic)
    }
  }

  /** A browser of a signed-in person. */
  open(ctx: Context): PresentBrowser {
    const browser = randomUUID()
    let before: readonly string[] = []
    let person: Promise<Present | null> | null = null
    const send = (words: readonly PresenceWord[]) =>
      sql`select pg_notify('weft_presence', word) from unnest(${words.map(word => JSON.stringify(word))}::text[]) word`.execute(
        ctx.db,
      )
    const say = async (here: Here) => {
      person ??= personOf(ctx)
      const self = await person
      if (self === null) return
      const topics = Object.entries(here).slice(0, maxTopics)
      const left = before.filter(topic => !topics.some(([name]) => name === topic))
      before = topics.map(([topic]) => topic)
      const words: PresenceWord[] = [
        ...left.map(topic => ({ browser, topic, person: null })),
        ...topics.map(([topic, doing]) => ({ browser, topic, person: { ...self, is_writing: doing === 'writing' } })),
      ]
      if (words.length > 0) await send(words)
    }
    return { say, gone: () => (before.length === 0 ? Promise.resolve() : say({})) }
  }

  #tell(topic: string): void {
    const people = this.of(topic)
    for (const listener of this.#listeners) listener(topic, people)
  }
}

async function personOf({ actor, db, services }: Context): Promise<Present | null> {
  if (actor.kind !== 'user') return null
  const row = await db
    .selectFrom('users')
    .select(['id', 'username', 'name', 'avatarUploadId'])
    .where('id', '=', actor.id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { id, username, name } = row
  return { id, username, name, avatar_url: avatarUrl(services.settings, row), is_writing: false }
}

/** Only processes of this product write to the channel; a payload of another shape is ignored. */
function isWord(payload: unknown): payload is PresenceWord {
  return (
    typeof payload === 'object' && payload !== null && 'browser' in payload && 'topic' in payload && 'person' in payload
  )
}
