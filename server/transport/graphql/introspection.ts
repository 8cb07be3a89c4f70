import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { GraphQLError, type GraphQLFormattedError, type GraphQLSchema, printSchema } from 'graphql'
import { Unavailable } from '#server/errors.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { lane } from '#server/platform/limits/lane.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'

/** An introspection query, within the limits of the door. */
export interface IntrospectionQuestion {
  readonly source: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | null
}

/** The response data as JSON text, or the error. */
export type IntrospectionAnswer = { readonly data: string } | { readonly errors: readonly GraphQLFormattedError[] }

interface IntrospectionResult {
  readonly data?: unknown
  readonly errors?: readonly GraphQLError[]
}

/** A single thread, which ends after a while without queries. */
const idleMs = 10_000
const budgetMs = 10_000
const heapLimitsMb = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
const turns = lane({
  what: 'Schema queries',
  atOnce: 1,
  waiting: 50,
  waitMs: 20_000,
})

const answers = new ByteCache<string, string>({
  name: 'graphql_introspection',
  maxBytes: 4 * 1024 * 1024,
  // Descriptions are in English: a character of the text takes one byte.
  sizeOf: (text, key) => text.length + bytesOf(key),
})

/**
 * Answer introspection queries, whose results are the same for everyone: in a thread, since the full schema would block the event
 * loop for 100 ms, and cached by query.
 *
 * @returns the function that answers; it throws Unavailable when too many queries are waiting
 */
export function introspecting(
  schema: GraphQLSchema,
): (question: IntrospectionQuestion) => Promise<IntrospectionResult> {
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  const start = (): Worker => {
    const made = new Worker(new URL('./introspection-worker.ts', import.meta.url), {
      workerData: printSchema(schema),
      resourceLimits: heapLimitsMb,
    })
    made.unref()
    // Pending queries fail; the next query starts a new thread.
    made.on('error', () => undefined)
    made.once('exit', () => {
      if (thread === made) thread = null
    })
    return made
  }
  const end = () => {
    void thread?.terminate()
    thread = null
  }
  const ask = async (question: IntrospectionQuestion): Promise<IntrospectionAnswer> => {
    clearTimeout(idle)
    thread ??= start()
    const asked = thread
    const late = setTimeout(() => void asked.terminate(), budgetMs)
    const over = new AbortController()
    try {
      const answered = Promise.race([
        once(asked, 'message', { signal: over.signal }),
        once(asked, 'exit', { signal: over.signal }).then(() => Promise.reject(new Error('The worker thread exited'))),
      ])
      asked.postMessage(question)
      // The only kind of message that the thread sends.
      const [answer] = (await answered) as [IntrospectionAnswer]
      return answer
    } catch (cause) {
      throw new Unavailable('The query requests too much of the schema', { cause })
    } finally {
      clearTimeout(late)
      over.abort()
      idle = setTimeout(end, idleMs).unref()
    }
  }
  return async question => {
    const key = JSON.stringify([question.operationName, question.variables, question.source])
    const known = answers.get(key)
    if (known !== undefined) return { data: new RawJson(known) }
    const leave = await turns.enter()
    try {
      const answer = await ask(question)
      if ('errors' in answer)
        return { errors: answer.errors.map(({ message, ...rest }) => new GraphQLError(message, rest)) }
      answers.set(key, answer.data)
      return { data: new RawJson(answer.data) }
    } finally {
      leave()
    }
  }
}
