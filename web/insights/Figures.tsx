import type { ReactNode } from 'react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Sparkline } from '#web/ui/charts/Sparkline.tsx'
import styles from './figures.module.css'

export interface Figure {
  readonly label: string
  readonly value: ReactNode
  /** How it is counted, in a sentence. */
  readonly rule: string
  /** The page of the rows behind it. */
  readonly href?: string | undefined
  /** Its values by week. */
  readonly weeks?: readonly number[]
}

/** Figures side by side, each with its rule, and with a link to what it was counted from. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ label, value, rule, href, weeks }) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd className={styles.value}>{href === undefined ? value : <TextLink href={href}>{value}</TextLink>}</dd>
          {weeks !== undefined && weeks.length > 1 && (
            <dd>
              <Sparkline values={weeks} />
            </dd>
          )}
          <dd className={styles.rule}>{rule}</dd>
        </div>
      ))}
    </dl>
  )
}
