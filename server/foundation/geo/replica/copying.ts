import type { Logger } from 'pino'
import { replicaBatch } from '#contract/foundation/geo/geo-replicas.ts'
import { digestOf } from '#server/platform/files/storage-key.ts'
import type { Db } from '#server/platform/sql/database.ts'
import { copyFile, digestOnDisk, MissingOnPrimary, removeCopyOfFile } from './files.ts'
import { type CopyingNode, type Primary, PrimaryRefusal } from './primary.ts'
import type { CopyReport, Reports } from './reports.ts'
import { copyRepository, removeCopyOfRepository, verifiedChecksum } from './repositories.ts'
import { type CopiedItem, type CopiedType, changedProjects, dueItems, goneItems, unknownItems } from './standby.ts'

interface CopyingParts {
  readonly db: Db
  readonly dataDir: string
  readonly primary: Primary
  readonly reports: Reports
  readonly log: Logger
}

interface Handled {
  readonly request: number
  /** The moment of the report by the clock of the primary; null until it has arrived. */
  at: string | null
  readonly untilMs: number
}

/** Uploads are many: all of them are compared with the registry so often, and new ones each time. */
const allUploadsMs = 300_000
/** Deleted items are looked for so often. */
const goneEveryMs = { project_repositories: 3_000, uploads: 60_000 } as const
/** The standby shows a report after its lag; an item that it still shows as due is then handled again. */
const handledMs = 300_000
/** Items that are asked for beyond those that can begin now. */
const spare = 20

/** The copying of one type of items. Each step begins from the rows of the standby, so a killed process goes on where it was. */
export class Copying {
  readonly #parts: CopyingParts
  readonly #type: CopiedType
  readonly #running = new Map<number, Promise<void>>()
  readonly #handled = new Map<number, Handled>()
  /** Events up to which the refs of a project were compared. */
  readonly #compared = new Map<number, number>()
  #after = 0
  #allAtMs = 0
  #goneAtMs = 0

  constructor(type: CopiedType, parts: CopyingParts) {
    this.#type = type
    this.#parts = parts
  }

  /** Report items that are new on the standby. */
  async discover({ id: nodeId }: CopyingNode): Promise<void> {
    const now = Date.now()
    if (this.#type === 'project_repositories' || now - this.#allAtMs > allUploadsMs) {
      this.#allAtMs = now
      this.#after = 0
    }
    const found = await unknownItems(this.#parts.db, nodeId, this.#type, this.#after)
    const last = found.at(-1)
    if (last !== undefined) this.#after = last.id
    this.#parts.reports.add(found.map(({ id, storageKey }) => this.#report({ itemId: id, request: 0, storageKey }, {})))
  }

  /** Report projects whose refs are not those of the copy. @returns the next cursor, null if it stays */
  async compareChanged({ id: nodeId }: CopyingNode, cursor: number) {
    const { projects, next } = await changedProjects(this.#parts.db, nodeId, cursor)
    const candidates = projects.filter(({ id, eventId }) => (this.#compared.get(id) ?? 0) < eventId)
    for (let at = 0; at < candidates.length; at += replicaBatch.repositories) {
      const some = candidates.slice(at, at + replicaBatch.repositories)
      const checksums = new Map(
        (await this.#parts.primary.checksums(some.map(each => each.id))).map(each => [each.id, each.checksum]),
      )
      const changed = some.filter(({ id, checksum }) => (checksums.get(id) ?? checksum) !== checksum)
      this.#parts.reports.add(
        changed.map(({ id, request }) =>
          this.#report({ itemId: id, request, storageKey: null }, { primaryChecksum: checksums.get(id) ?? null }),
        ),
      )
      for (const { id, eventId } of some) this.#compared.set(id, eventId)
    }
    if (next !== null)
      for (const [id, eventId] of this.#compared) if (eventId <= next.eventId) this.#compared.delete(id)
    return next
  }

  /** Delete copies whose item is gone, from time to time. */
  async removeGone({ id: nodeId }: CopyingNode): Promise<void> {
    const { db, dataDir, reports } = this.#parts
    if (Date.now() - this.#goneAtMs < goneEveryMs[this.#type]) return
    this.#goneAtMs = Date.now()
    for (const { id, storageKey, isShared } of await goneItems(db, nodeId, this.#type)) {
      if (this.#running.has(id)) continue
      if (this.#type === 'project_repositories') await removeCopyOfRepository(dataDir, id)
      else if (storageKey !== null && !isShared) await removeCopyOfFile(dataDir, storageKey)
      reports.add([], [{ replicable: this.#type, itemId: id }])
    }
  }

  /** Begin with items that are due, as many as the node may copy at once. */
  async begin(node: CopyingNode, capacity: number): Promise<void> {
    this.#forgetHandled()
    const free = capacity - this.#running.size
    if (free <= 0 || this.#parts.reports.isFull) return
    const limit = free + this.#running.size + this.#handled.size + spare
    const due = await dueItems(this.#parts.db, node.id, this.#type, node.minimumReverificationInterval, limit)
    const fresh = due.filter(item => !this.#isHandled(item)).slice(0, free)
    for (const item of fresh) {
      const work = this.#handle(item).finally(() => this.#running.delete(item.itemId))
      this.#running.set(item.itemId, work)
    }
  }

  /** Resolves when a copy ends; null if none is under way. */
  get nextEnd(): Promise<void> | null {
    return this.#running.size === 0 ? null : Promise.race(this.#running.values())
  }

  /** Note when the primary took the reports of copies, from which on the standby will show them. */
  noteReported(copies: readonly CopyReport[], at: string): void {
    for (const { replicable, itemId } of copies) {
      const handled = replicable === this.#type ? this.#handled.get(itemId) : undefined
      if (handled !== undefined) handled.at = at
    }
  }

  async finish(): Promise<void> {
    await Promise.allSettled(this.#running.values())
  }

  #isHandled({ itemId, request, updatedAt }: CopiedItem): boolean {
    if (this.#running.has(itemId)) return true
    const handled = this.#handled.get(itemId)
    if (handled === undefined || handled.request !== request) return false
    return handled.at === null || updatedAt < handled.at
  }

  #forgetHandled(): void {
    const now = Date.now()
    for (const [id, { untilMs, at }] of this.#handled) if (at !== null && untilMs < now) this.#handled.delete(id)
  }

  async #handle(item: CopiedItem): Promise<void> {
    const isCheck = item.state === 'synced' && item.verificationState !== 'failed'
    if (!isCheck) this.#parts.reports.add([this.#report(item, { state: 'started' })])
    const outcome = await (isCheck ? this.#verify(item) : this.#copy(item)).catch((error: unknown) => {
      this.#parts.log.warn({ err: error, type: this.#type, itemId: item.itemId }, 'an item could not be copied')
      const failedOnPrimary =
        error instanceof MissingOnPrimary || (error instanceof PrimaryRefusal && error.status === 404)
      return { state: 'failed' as const, syncError: reasonOf(error), failedOnPrimary }
    })
    this.#parts.reports.add([this.#report(item, outcome)])
    this.#handled.set(item.itemId, { request: item.request, at: null, untilMs: Date.now() + handledMs })
  }

  async #copy(item: CopiedItem): Promise<Partial<CopyReport>> {
    if (this.#type === 'project_repositories') {
      const sums = await copyRepository(this.#parts, item.itemId, { anew: item.verificationState === 'failed' })
      return this.#outcomeOf(sums.checksum, sums.primaryChecksum)
    }
    if (item.storageKey === null) throw new Error('The upload has no storage key')
    await copyFile(this.#parts, item.storageKey)
    const digest = digestOf(item.storageKey)
    return this.#outcomeOf(digest, digest)
  }

  async #verify(item: CopiedItem): Promise<Partial<CopyReport>> {
    if (this.#type === 'uploads') {
      const wanted = digestOf(item.storageKey ?? '')
      const found = await digestOnDisk(this.#parts.dataDir, item.storageKey ?? '')
      return this.#outcomeOf(found, wanted)
    }
    const [remote] = await this.#parts.primary.checksums([item.itemId])
    const primaryChecksum = remote?.checksum ?? null
    try {
      return this.#outcomeOf(await verifiedChecksum(this.#parts.dataDir, item.itemId), primaryChecksum)
    } catch (error) {
      return {
        state: 'synced',
        verificationState: 'failed',
        verificationError: reasonOf(error),
        primaryChecksum,
      }
    }
  }

  #outcomeOf(checksum: string | null, primaryChecksum: string | null): Partial<CopyReport> {
    if (checksum !== null && checksum === primaryChecksum)
      return { state: 'synced', verificationState: 'verified', checksum, primaryChecksum }
    const verificationError = checksum === null ? 'The copy is missing.' : 'The copy differs from the primary.'
    return { state: 'synced', verificationState: 'failed', verificationError, checksum, primaryChecksum }
  }

  #report(item: Pick<CopiedItem, 'itemId' | 'request' | 'storageKey'>, outcome: Partial<CopyReport>): CopyReport {
    return {
      replicable: this.#type,
      itemId: item.itemId,
      request: item.request,
      storageKey: item.storageKey,
      state: 'pending',
      verificationState: 'pending',
      syncError: null,
      verificationError: null,
      checksum: null,
      primaryChecksum: null,
      failedOnPrimary: false,
      ...outcome,
    }
  }
}

/** A text of git or the system, as it can be stored: the primary refuses a whole report for one that cannot. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 1_000).toWellFormed()
