import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Reader } from '#contract/reader.ts'
import { useReader } from '#web/ui/reader.ts'
import { describeRelative, describeTime, describeTimeInFull, type TimeFormat } from './time.ts'
import { useNow } from './use-now.ts'

/** The preference of the signed-in user; pages provide it at the root. */
export const TimeFormatContext = createContext<TimeFormat>({ style: 'relative', clock: 'system' })

interface RelativeTimeProps {
  /** ISO 8601, with its zone. */
  readonly at: string
  /** Overrides the person's preference here. */
  readonly format?: Partial<TimeFormat>
  readonly className?: string | undefined
}

interface Moment {
  readonly reader: Reader
  /** Milliseconds. */
  readonly now: number
}

const MomentContext = createContext<Moment | null>(null)

/** Lets the hundreds of times in it share one clock. */
export function SharedClock({ children }: { readonly children: ReactNode }) {
  const reader = useReader()
  const now = useNow()
  const moment = useMemo(() => ({ reader, now }), [reader, now])
  return <MomentContext value={moment}>{children}</MomentContext>
}

/** The time that has passed, kept up to date while it is on the page; the exact time is its tooltip. */
export function RelativeTime(props: RelativeTimeProps) {
  const { at, format, className } = props
  const { style, clock } = { ...useContext(TimeFormatContext), ...format }
  const moment = useContext(MomentContext)
  if (moment === null)
    return (
      <SharedClock>
        <RelativeTime {...props} />
      </SharedClock>
    )
  const { reader, now } = moment
  const time = new Date(at)
  const words = style === 'relative' ? describeRelative(time, new Date(now), reader) : describeTime(time, clock, reader)
  return (
    <time
      dateTime={at}
      className={className}
      // The title is formatted when it is pointed at: a long discussion shows hundreds of times.
      onPointerEnter={event => {
        event.currentTarget.title = describeTimeInFull(time, clock)
      }}
    >
      {words}
    </time>
  )
}
