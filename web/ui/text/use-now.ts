import { useSyncExternalStore } from 'react'
import { drawnAt, useReader } from '#web/ui/reader.ts'
import { currentTime } from './clock.ts'
import { dayIn } from './time.ts'

/** The time in milliseconds, to the half minute: kept up to date while it is on the page. */
export const useNow = (): number => useSyncExternalStore(watchMinutes, currentMinute, drawnMinute)

/** The reader's day, `YYYY-MM-DD`. */
export function useToday(): string {
  const reader = useReader()
  return dayIn(new Date(useNow()), reader)
}

// One clock for all the times on the page, stopped while there are none.
const everyMs = 30_000
const watchers = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function watchMinutes(watcher: () => void): () => void {
  watchers.add(watcher)
  timer ??= setInterval(() => {
    for (const each of watchers) each()
  }, everyMs)
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const minuteOf = (timeMs: number): number => Math.floor(timeMs / everyMs) * everyMs
const currentMinute = (): number => minuteOf(currentTime().getTime())
const drawnMinute = (): number => minuteOf(drawnAt())
