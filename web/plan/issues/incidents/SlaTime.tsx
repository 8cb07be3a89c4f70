import { useContext } from 'react'
import { useReader } from '#web/ui/reader.ts'
import { TimeFormatContext } from '#web/ui/text/RelativeTime.tsx'
import { describeTimeInFull } from '#web/ui/text/time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import styles from './SlaTime.module.css'
import { slaWords } from './sla-words.ts'

interface SlaTimeProps {
  /** ISO 8601 */
  readonly dueAt: string
  readonly hasMissed: boolean
  readonly isOpen: boolean
}

/** The time that is left until an incident is to be resolved; the moment itself is its tooltip. @source INCIDENT-005 */
export function SlaTime({ dueAt, hasMissed, isOpen }: SlaTimeProps) {
  const reader = useReader()
  const now = useNow()
  const { clock } = useContext(TimeFormatContext)
  const isLate = hasMissed || (isOpen && Date.parse(dueAt) <= now)
  return (
    <time
      dateTime={dueAt}
      title={describeTimeInFull(new Date(dueAt), clock, reader)}
      className={styles.time}
      data-late={isLate || undefined}
    >
      {slaWords({ dueAt, hasMissed, isOpen }, now)}
    </time>
  )
}
