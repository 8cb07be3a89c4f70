const minuteMs = 60_000

/** "2d 3h", "1h 12m", "5m": the two largest units. */
export function durationWords(ms: number): string {
  const minutes = Math.floor(ms / minuteMs)
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'm'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return '0m'
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(' ')
}

interface Sla {
  readonly dueAt: string
  /** The incident was still open then. */
  readonly hasMissed: boolean
  readonly isOpen: boolean
}

/** The time that is left until an incident is to be resolved, or how it ended. @source INCIDENT-005 */
export function slaWords({ dueAt, hasMissed, isOpen }: Sla, now: number): string {
  const left = Date.parse(dueAt) - now
  if (hasMissed || (isOpen && left <= 0)) return isOpen ? `Missed ${durationWords(-left)} ago` : 'Missed'
  return isOpen ? `${durationWords(left)} left` : 'Met'
}
