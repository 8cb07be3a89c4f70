import { Worker } from 'node:worker_threads'
import { Unavailable } from '#server/errors.ts'

/** An event at one time; one that repeats is as many of them. Moments are milliseconds since 1970. */
export interface DatedEvent {
  readonly startsAt: number
  readonly endsAt: number
  readonly title: string
  /** Email addresses in lower case, without those who declined and without resources. */
  readonly attendees: readonly string[]
  /** In lower case; null: none. */
  readonly organizer: string | null
}

/** An event, or a rule of it, that cannot be read, and the reason as a sentence. */
export interface EventNotice {
  readonly title: string
  readonly reason: string
}

export interface ReadCalendar {
  /** In the order of their starts. */
  readonly events: readonly DatedEvent[]
  readonly notices: readonly EventNotice[]
  /** There are more events than were asked for. */
  readonly isCut: boolean
}

export interface CalendarSpan {
  /** IANA name: the zone of days, and of times without a zone. */
  readonly timeZone: string
  /** Milliseconds since 1970: events that overlap the time are read. */
  readonly from: number
  readonly to: number
  /** Events at most: later ones are left out. */
  readonly limit: number
}

export interface CalendarWork extends CalendarSpan {
  readonly text: string
}

export type CalendarOutcome = { readonly read: ReadCalendar } | { readonly problem: string }

/** A text that is no calendar, or takes too long. The message is a sentence. */
export class UnreadableCalendar extends Error {
  override readonly name = 'UnreadableCalendar'
}

const mostMs = 5_000
/** A nursery that is too large ends the process with the thread. */
const heapLimitsMb = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }
/** Calendars that wait. */
const mostWaiting = 20

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Read the events of a calendar that overlap a time, in a thread of its own, which ends with it: a rule that repeats without an end would
 * hold up all other requests. One at a time.
 *
 * @throws UnreadableCalendar @throws Unavailable  too many calendars wait
 * @source RFC 5545
 */
export async function readCalendar(text: string, span: CalendarSpan): Promise<ReadCalendar> {
  if (waiting >= mostWaiting) throw new Unavailable('Too many calendars are read at the moment. Try again in a minute')
  waiting += 1
  const read = last.then(() => inThread({ text, ...span }))
  last = read.catch(() => undefined)
  try {
    return await read
  } finally {
    waiting -= 1
  }
}

function inThread(work: CalendarWork): Promise<ReadCalendar> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: work,
      resourceLimits: heapLimitsMb,
    })
    const fail = (problem: string, cause?: unknown) =>
      end(() => reject(new UnreadableCalendar(problem, cause === undefined ? {} : { cause })))
    const end = (settle: () => void) => {
      clearTimeout(timer)
      settle()
      void worker.terminate()
    }
    const timer = setTimeout(() => fail('It takes too long to read'), mostMs)
    worker.once('message', (outcome: CalendarOutcome) =>
      'read' in outcome ? end(() => resolve(outcome.read)) : fail(outcome.problem),
    )
    worker.once('error', cause => fail('It cannot be read', cause))
    worker.once('exit', () => fail('It cannot be read'))
  })
}
