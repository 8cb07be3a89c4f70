import { maxReads, readsHeader } from '#contract/carried-reads.ts'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { fromWire, toWire } from './case.ts'
import { viewerId } from './page.ts'

/** Something the page shows that a write about one of its topics reads again in its own answer. */
export interface CarriedReading<Op extends Operation = Operation> {
  readonly operation: Address<Op>
  /** Asked when the write is sent. Null when there is nothing to read again. */
  readonly input: () => InputOf<Op> | null
  /** A write begins: responses in flight are out of date, and live messages wait until it ends. */
  readonly begin: () => Promise<void> | void
  /**
   * The write ended.
   *
   * @param reply  what the server read after the commit; null when the write failed or nothing came with its answer, so that it
   *   has to be read
   */
  readonly end: (reply: ReplyOf<Op> | null) => Promise<void> | void
}

/** The reads that a write asks for besides its own answer. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>
  /** Takes an answer that carries reads apart. @returns the write's own */
  readonly unpack: (body: unknown) => unknown
}

// The readings by topic. A reading that several components show is read once.
const registered = new Map<string, Map<string, CarriedReading>>()

/** Let writes about the topics bring a reading, until the returned function is called. */
export function registerReading<Op extends Operation>(
  topics: readonly string[],
  key: string,
  given: CarriedReading<Op>,
): () => void {
  // Each is asked for its own operation, and given its reply.
  const reading = given as unknown as CarriedReading
  for (const topic of topics) registered.set(topic, (registered.get(topic) ?? new Map()).set(key, reading))
  return () => {
    for (const topic of topics) {
      const readings = registered.get(topic)
      if (readings?.get(key) === reading) readings.delete(key)
      if (readings?.size === 0) registered.delete(topic)
    }
  }
}

// Proxies refuse requests whose headers are long.
const maxHeaderLength = 4_000

const maxOwnWrites = 50
// The latest writes whose answers brought what is shown, or will; by the names that live messages give them.
const ownWrites: { readonly name: string; readonly keys: ReadonlySet<string> }[] = []

/** Whether a live message is about a write whose answer brings what a key shows. */
export const isOwnWrite = (by: string | undefined, key: string): boolean =>
  by !== undefined && ownWrites.some(write => write.name === by && write.keys.has(key))

/** A write about a topic, whose answer brings what the page shows of it. */
export interface Write {
  /**
   * May be called again when the last call has ended: the page then shows what came with the latest answer.
   *
   * @param isBare  answer without the reads, sooner: they follow by themselves
   */
  readonly send: <T>(call: (carried: Carried) => Promise<T>, isBare?: boolean) => Promise<T>
  /** Ends the write after its success or failure. Resolves once the shown data is new. */
  readonly end: () => Promise<void>
}

/** Writes in progress. */
const sending = new Set<{ readonly keys: ReadonlySet<string>; isAlone: boolean }>()
let writesSoFar = 0
const pageId = Math.random().toString(36).slice(2)

export async function beginWrite(topic: string): Promise<Write> {
  const readings = [...(registered.get(topic) ?? [])]
  const keys = new Set(readings.map(([key]) => key))
  const sent = { keys, isAlone: true }
  let replies: readonly unknown[] | null = null
  await Promise.all(readings.map(([, reading]) => reading.begin()))
  return {
    send: async (call, isBare = false) => {
      const asked = readings.map(([, { operation, input }]) => [operation.name, toWire(input())])
      const reads = asked.filter(([, input]) => input !== null)
      const header = encodeURIComponent(JSON.stringify(reads))
      const isCarried = !isBare && reads.length > 0 && reads.length <= maxReads && header.length <= maxHeaderLength
      replies = null
      writesSoFar += 1
      const id = `${pageId}-${writesSoFar}`
      const name = `${viewerId}.${id}`
      ownWrites.push({ name, keys })
      if (ownWrites.length > maxOwnWrites) ownWrites.shift()
      for (const other of sending)
        if (readings.some(([key]) => other.keys.has(key))) other.isAlone = sent.isAlone = false
      sending.add(sent)
      const carried: Carried = {
        headers: { 'x-weft-write': id, ...(isCarried && { [readsHeader]: header }) },
        unpack: body => {
          // The server's own form, told by its header.
          const { answer, reads: bodies } = body as { readonly answer: unknown; readonly reads: readonly unknown[] }
          const left = [...bodies]
          replies = asked.map(([, input]) => (input === null ? null : fromWire(left.shift() ?? null)))
          return answer
        },
      }
      try {
        return await call(carried)
      } catch (error) {
        // The write may have been committed: let its live message refresh the page.
        forgetWrite(name)
        throw error
      } finally {
        sending.delete(sent)
      }
    },
    end: async () => {
      // With concurrent writes, the order of the reads is unknown.
      const known = sent.isAlone ? replies : null
      // Each reply is that of the reading's own operation.
      await Promise.all(readings.map(([, reading], at) => reading.end((known?.[at] ?? null) as never)))
    },
  }
}

/** Run a write about a topic. The page may update shortly after it resolves. */
export async function write<T>(
  topic: string,
  call: (carried: Carried) => Promise<T>,
  { isBare = false } = {},
): Promise<T> {
  const begun = await beginWrite(topic)
  try {
    return await begun.send(call, isBare)
  } finally {
    void begun.end()
  }
}

function forgetWrite(name: string): void {
  const at = ownWrites.findIndex(each => each.name === name)
  if (at >= 0) ownWrites.splice(at, 1)
}
