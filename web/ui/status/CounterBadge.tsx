import { abbreviate } from './abbreviate.ts'
import styles from './CounterBadge.module.css'

interface CounterBadgeProps {
  readonly count: number
  /** The count stopped there: "1k+". */
  readonly isAtLeast?: boolean
  readonly tone?: 'plain' | 'accent'
}

export function CounterBadge({ count, isAtLeast, tone = 'plain' }: CounterBadgeProps) {
  const whole = `${count.toLocaleString('en')}${isAtLeast ? '+' : ''}`
  const short = `${abbreviate(count)}${isAtLeast ? '+' : ''}`
  return (
    <span data-tone={tone} className={styles.counter} title={whole === short ? undefined : whole}>
      {short}
    </span>
  )
}
