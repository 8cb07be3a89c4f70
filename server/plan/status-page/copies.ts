import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anonymous, createContext, type Services } from '#server/context.ts'
import { NamedError } from '#server/errors.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { readStatusPage } from './page.ts'
import { baseMark, moment, noticeMark, pageHtml } from './page-html.ts'

/** A status page as it was drawn. */
export interface StatusCopy {
  readonly html: string
  /** Weak: the same for copies that differ in their age alone. */
  readonly etag: string
  /** ISO 8601. */
  readonly madeAt: string
}

/**
 * The age at which a copy is made anew. With the `max-age` of the reply and the time between two looks of an open page, a change is seen
 * within a minute.
 */
const freshMs = 10_000
/** The time for which a page with a copy waits for the database. */
const patienceMs = 3_000

/** Pages whose copies were dropped are made anew at once, then after this time, so that many changes cost little. */
const restMs = 1_000

interface KeptCopy extends StatusCopy {
  readonly checkedAtMs: number
}

/** A copy in the data folder. */
interface StoredCopy extends StatusCopy, KnownCopy {}

interface KnownCopy extends PageAddress {
  /** The live topics of whatever it shows. */
  readonly topics: readonly string[]
  /** The live topic of the issues of its project: one of them may be published. */
  readonly listTopic: string
}

interface PageAddress {
  readonly path: string
  readonly page: number
}

interface PageUnderWay {
  readonly copy: Promise<StatusCopy>
  /** The topics that changed since it began. */
  readonly changed: Set<string>
}

/**
 * The status pages of this process, so that they are cheap to send, and can be read while the database is away: then the last copy is sent,
 * with a sentence on its age. The first page of each is also kept in the data folder, for the time after a restart. A change of whatever a
 * copy shows drops it, as the database may be gone at the next visit, and then nobody could tell that the page was turned off.
 */
export class StatusCopies {
  readonly #parts: { readonly db: Db; readonly services: Services }
  readonly #kept = new ByteCache<string, KeptCopy>({
    name: 'status pages',
    maxBytes: 2 * 1024 * 1024,
    sizeOf: ({ html }, key) => (html.length + key.length) * 2,
  })
  /** The copies in memory and in the data folder. One that is missing here is not sent for want of a newer one. */
  readonly #known = new ByteCache<string, KnownCopy>({
    name: 'topics of status pages',
    maxBytes: 512 * 1024,
    sizeOf: (known, key) => bytesOf(known) + bytesOf(key),
  })
  readonly #underWay = new Map<string, PageUnderWay>()
  #dropped: PageAddress[] = []
  #isRemaking = false
  /** Files are written and removed in turn. */
  #files: Promise<unknown> = Promise.resolve()

  constructor(parts: { readonly db: Db; readonly services: Services }) {
    this.#parts = parts
  }

  /** Take over the copies that an earlier process left in the data folder, and check them: it may have been killed before it dropped one. */
  async open(): Promise<void> {
    const folder = this.#folder()
    // Without the folder, there are no copies yet.
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter(each => each.endsWith('.json'))) {
      const copy = await storedIn(join(folder, name))
      if (copy === null) await rm(join(folder, name), { force: true })
      else {
        const { path, page, topics, listTopic } = copy
        this.#known.set(keyOf(copy), { path, page, topics, listTopic })
      }
    }
    void this.#checkAll()
  }

  /** Take the topics that changed: `*` says that changes may have been missed. */
  hear(topics: readonly string[]): void {
    for (const { changed } of this.#underWay.values()) for (const topic of topics) changed.add(topic)
    if (topics.includes('*')) {
      void this.#checkAll()
      return
    }
    if (this.#known.size === 0) return
    const heard = new Set(topics)
    this.#known.deleteWhere((key, { path, page, topics: shown, listTopic }) => {
      if (heard.has(listTopic)) this.#outdate(key)
      if (!shown.some(topic => heard.has(topic))) return false
      this.#kept.delete(key)
      this.#underWay.delete(key)
      void this.#remove(key)
      this.#dropped.push({ path, page })
      return true
    })
    void this.#remakeDropped()
  }

  /** More may have been published: the next visit makes the page anew. What the copy shows still holds. */
  #outdate(key: string): void {
    const kept = this.#kept.get(key)
    if (kept !== undefined) this.#kept.set(key, { ...kept, checkedAtMs: Number.NEGATIVE_INFINITY })
  }

  /**
   * A status page with its latest state, at most some seconds old.
   *
   * @param path  the full path of the project, in any case
   * @throws NotFound  no such project, or it has no status page · @throws Moved  a former path
   */
  async get(path: string, page: number): Promise<StatusCopy> {
    const address = { path, page }
    const key = keyOf(address)
    const kept = this.#kept.get(key)
    if (kept !== undefined && performance.now() - kept.checkedAtMs < freshMs) return kept
    const made = this.#renew(address)
    try {
      return await (kept === undefined ? made : Promise.race([made, impatience()]))
    } catch (error) {
      if (error instanceof NamedError) throw error
      const last = await this.#lastOf(key)
      if (last === null) throw error
      this.#parts.services.log.warn({ err: error }, 'a status page could not be made anew: its last copy was sent')
      return aged(last)
    }
  }

  /** Check the copies against the database; those that cannot be checked stay. */
  async #checkAll(): Promise<void> {
    // Those under way may have read what was before.
    this.#underWay.clear()
    for (const address of this.#known.values()) await this.#renew(address).catch(() => {})
  }

  async #remakeDropped(): Promise<void> {
    if (this.#isRemaking) return
    this.#isRemaking = true
    while (this.#dropped.length > 0) {
      const pages = new Map(this.#dropped.map(address => [keyOf(address), address]))
      this.#dropped = []
      // One that fails is made at the next visit.
      for (const [key, address] of pages)
        if (this.#kept.get(key) === undefined) await this.#renew(address).catch(() => {})
      await new Promise(resolve => setTimeout(resolve, restMs).unref())
    }
    this.#isRemaking = false
  }

  /** Make a page from the database, once for all who ask for it now. */
  #renew(address: PageAddress): Promise<StatusCopy> {
    const key = keyOf(address)
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay.copy
    const changed = new Set<string>()
    const copy = this.#make(address, changed).finally(() => {
      if (this.#underWay.get(key)?.changed === changed) this.#underWay.delete(key)
    })
    this.#underWay.set(key, { copy, changed })
    return copy
  }

  async #make({ path, page }: PageAddress, changed: ReadonlySet<string>): Promise<StatusCopy> {
    const { db, services } = this.#parts
    const key = keyOf({ path, page })
    const madeAt = new Date().toISOString()
    try {
      const ctx = createContext({ actor: anonymous, db, services, requestId: 'status-page', now: madeAt })
      const { shown, topics, listTopic } = await readStatusPage(ctx, { id: path, page })
      const drawn = { shown, page, sendsMail: services.settings.smtpUrl !== undefined }
      const html = pageHtml({ ...drawn, madeAt })
      const atAnyTime = pageHtml({ ...drawn, madeAt: `${madeAt.slice(0, 10)}T00:00:00.000Z` })
      const etag = `W/"${createHash('sha256').update(atAnyTime).digest('base64url').slice(0, 27)}"`
      const copy = { html, etag, madeAt }
      if (changed.has('*') || topics.some(topic => changed.has(topic))) return copy
      const last = this.#kept.get(key)
      this.#kept.set(key, { ...copy, checkedAtMs: performance.now() })
      if (changed.has(listTopic)) this.#outdate(key)
      this.#known.set(key, { path, page, topics, listTopic })
      if (page === 1) await this.#store(key, { ...copy, path, page, topics, listTopic }, last)
      return copy
    } catch (error) {
      // The page was turned off: no copy of it may be left.
      if (error instanceof NamedError) {
        this.#kept.delete(key)
        this.#known.delete(key)
        await this.#remove(key)
      }
      throw error
    }
  }

  #folder(): string {
    return join(this.#parts.services.settings.dataDir, 'status-pages')
  }

  #fileOf(key: string): string {
    return join(this.#folder(), `${createHash('sha256').update(key).digest('hex').slice(0, 40)}.json`)
  }

  /** Store a copy, unless the last one differs in its age alone and is less than a minute old. */
  async #store(key: string, copy: StoredCopy, last: StatusCopy | undefined): Promise<void> {
    if (last?.etag === copy.etag && copy.madeAt.slice(0, 16) === last.madeAt.slice(0, 16)) return
    const file = this.#fileOf(key)
    await this.#inTurn(async () => {
      await mkdir(this.#folder(), { recursive: true })
      const part = `${file}.${process.pid}.part`
      await writeFile(part, JSON.stringify(copy))
      await rename(part, file)
    })
  }

  #remove(key: string): Promise<void> {
    return this.#inTurn(() => rm(this.#fileOf(key), { force: true }))
  }

  #inTurn(change: () => Promise<void>): Promise<void> {
    const done = this.#files.then(change).catch(error => {
      this.#parts.services.log.warn({ err: error }, 'the copy of a status page could not be stored or removed')
    })
    this.#files = done
    return done
  }

  /** The last copy of a page; null if there is none, or nothing tells that it still holds. */
  async #lastOf(key: string): Promise<StatusCopy | null> {
    if (this.#known.get(key) === undefined) return null
    return this.#kept.get(key) ?? storedIn(this.#fileOf(key))
  }
}

const keyOf = ({ path, page }: PageAddress): string => `${path.toLowerCase()} ${page}`

/** @returns null if there is none, or it was written by an earlier version */
async function storedIn(file: string): Promise<StoredCopy | null> {
  try {
    // Written by `#store`.
    const copy = JSON.parse(await readFile(file, 'utf8')) as StoredCopy
    return Array.isArray(copy.topics) && typeof copy.listTopic === 'string' ? copy : null
  } catch {
    return null
  }
}

class TooSlow extends Error {
  override readonly name = 'TooSlow'
}

const impatience = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => reject(new TooSlow('the database does not answer')), patienceMs).unref()
  })

/** A copy with a sentence on its age. */
const aged = ({ html, etag, madeAt }: StatusCopy): StatusCopy => ({
  html: html.replace(
    noticeMark,
    `<p class="notice" role="status">This page cannot be updated right now. It shows the state of <time datetime="${madeAt}">${moment(madeAt)}</time>.</p>`,
  ),
  etag: etag.replace(/"$/, '-aged"'),
  madeAt,
})

/** A copy for another server, whose links lead here. @param base  the address of the page */
export const withBase = (html: string, base: string): string => html.replace(baseMark, `<base href="${base}">`)
