import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anonymous, createContext, type Services } from '#server/context.ts'
import { NamedError } from '#server/errors.ts'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
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

interface KeptCopy extends StatusCopy {
  readonly checkedAtMs: number
}

/**
 * The status pages of this process, so that they are cheap to send, and can be read while the database is away: then the last copy is sent,
 * with a sentence on its age. The first page of each is also kept in the data folder, for the time after a restart.
 */
export class StatusCopies {
  readonly #parts: { readonly db: Db; readonly services: Services }
  readonly #kept = new ByteCache<string, KeptCopy>({
    name: 'status pages',
    maxBytes: 2 * 1024 * 1024,
    sizeOf: ({ html }, key) => (html.length + key.length) * 2,
  })
  readonly #underWay = new Map<string, Promise<StatusCopy>>()

  constructor(parts: { readonly db: Db; readonly services: Services }) {
    this.#parts = parts
  }

  /**
   * A status page with its latest state, at most some seconds old.
   *
   * @param path  the full path of the project, in any case
   * @throws NotFound  no such project, or it has no status page · @throws Moved  a former path
   */
  async get(path: string, page: number): Promise<StatusCopy> {
    const key = `${path.toLowerCase()} ${page}`
    const kept = this.#kept.get(key)
    if (kept !== undefined && performance.now() - kept.checkedAtMs < freshMs) return kept
    const made = this.#underWay.get(key) ?? this.#make(key, path, page)
    this.#underWay.set(key, made)
    try {
      return await (kept === undefined ? made : Promise.race([made, impatience()]))
    } catch (error) {
      if (error instanceof NamedError) throw error
      const last = kept ?? (page === 1 ? await this.#stored(key) : null)
      if (last === null) throw error
      this.#parts.services.log.warn({ err: error }, 'a status page could not be made anew: its last copy was sent')
      return aged(last)
    }
  }

  async #make(key: string, path: string, page: number): Promise<StatusCopy> {
    const { db, services } = this.#parts
    const madeAt = new Date().toISOString()
    try {
      const ctx = createContext({ actor: anonymous, db, services, requestId: 'status-page', now: madeAt })
      const { shown } = await readStatusPage(ctx, { id: path, page })
      const html = pageHtml({ shown, page, madeAt })
      const content = JSON.stringify([page, shown, madeAt.slice(0, 10)])
      const etag = `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
      const copy = { html, etag, madeAt, checkedAtMs: performance.now() }
      if (page === 1) await this.#store(key, copy)
      this.#kept.set(key, copy)
      return copy
    } catch (error) {
      // The page was turned off: no copy of it may be left.
      if (error instanceof NamedError) {
        this.#kept.delete(key)
        await rm(this.#fileOf(key), { force: true }).catch(() => {})
      }
      throw error
    } finally {
      this.#underWay.delete(key)
    }
  }

  #fileOf(key: string): string {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 40)
    return join(this.#parts.services.settings.dataDir, 'status-pages', `${name}.json`)
  }

  /** Store a copy, unless the last one differs in its age alone and is less than a minute old. */
  async #store(key: string, { html, etag, madeAt }: StatusCopy): Promise<void> {
    const last = this.#kept.get(key)
    if (last?.etag === etag && madeAt.slice(0, 16) === last.madeAt.slice(0, 16)) return
    const file = this.#fileOf(key)
    try {
      await mkdir(join(file, '..'), { recursive: true })
      const part = `${file}.${process.pid}.part`
      await writeFile(part, JSON.stringify({ html, etag, madeAt }))
      await rename(part, file)
    } catch (error) {
      this.#parts.services.log.warn({ err: error }, 'the copy of a status page could not be stored')
    }
  }

  async #stored(key: string): Promise<StatusCopy | null> {
    try {
      // Written by `#store`.
      return JSON.parse(await readFile(this.#fileOf(key), 'utf8')) as StatusCopy
    } catch {
      // There is none.
      return null
    }
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
