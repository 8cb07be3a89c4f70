import { parentPort, workerData } from 'node:worker_threads'
import { NotACalendar, readEvents } from './events.ts'
import type { CalendarOutcome, CalendarWork } from './read.ts'

function outcomeOf(work: CalendarWork): CalendarOutcome {
  try {
    return { read: readEvents(work) }
  } catch (error) {
    if (error instanceof NotACalendar) return { problem: error.message }
    throw error
  }
}

parentPort?.postMessage(outcomeOf(workerData as CalendarWork))
