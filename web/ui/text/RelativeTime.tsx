import { createContext, useContext, useSyncExternalStore } from 'react'
import { currentTime } from './clock.ts'
import { describeRelative, describeTime, describeTimeInFull, type TimeFormat } from './time.ts'

/** What the signed-in person prefers; pages provide it at the root. */
export const TimeFormatContext = createContext<TimeFormat>({ style: 'relative', clock: 'system' })

interface RelativeTimeProps {
  /** ISO 8601, with its zone. */
  readonly at: string
  /** Overrides the person's preference here. */
  readonly format?: Partial<TimeFormat>
  readonly className?: string | undefined
}

/** How long ago, kept up to date while it is on the page; the exact time is its tooltip. */
export function RelativeTime({ at, format, className }: RelativeTimeProps) {
  const { style, clock } = { ...useContext(TimeFormatContext), ...format }
  const minute = useSyncExternalStore(watchMinutes, currentMinute)
  const time = new Date(at)
  const words =
    style === 'relative'
      ? describeRelative(time, new Date(Math.max(minute, currentTime().getTime())))
      : describeTime(time, clock)
  return (
    <time
      dateTime={at}
      className={className}
      // Formatted when somebody points at it: a long discussion shows hundreds of moments.
      onPointerEnter={event => {
        event.currentTarget.title = describeTimeInFull(time, clock)
      }}
    >
      {words}
    </time>
  )
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

function currentMinute(): number {
  return Math.floor(currentTime().getTime() / everyMs) * everyMs
}
