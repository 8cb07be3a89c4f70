import { counted } from '#web/ui/text/counted.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import styles from './ErrorPage.module.css'

const hours = 24
const hourSeconds = 3_600

/**
 * The number of events of an error in each of the last 24 hours, as bars.
 *
 * @param frequency  seconds of an hour, and its events
 */
export function EventsByHour({ frequency }: { readonly frequency: readonly (readonly number[])[] }) {
  const current = Math.floor(useNow() / 1000 / hourSeconds) * hourSeconds
  const known = new Map(frequency.map(([hour = 0, count = 0]) => [hour, count]))
  const counts = Array.from(
    { length: hours },
    (_, index) => known.get(current - (hours - 1 - index) * hourSeconds) ?? 0,
  )
  const most = Math.max(1, ...counts)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return (
    <figure className={styles.hours}>
      <div aria-hidden="true" className={styles.bars}>
        {counts.map((count, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is an hour, and the hours are in one order
            key={index}
            className={styles.bar}
            data-empty={count === 0 || undefined}
            style={{ blockSize: `${(100 * count) / most}%` }}
          />
        ))}
      </div>
      <figcaption>{counted(total, 'event')} in the last 24 hours</figcaption>
    </figure>
  )
}
