import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import { Dot } from '#web/plan/facts/ChoiceDot.tsx'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './EpicSums.module.css'
import type { EpicSumsData } from './shapes.ts'

interface EpicSumsProps {
  readonly name: string
  readonly sums: EpicSumsData
  /** Includes weight and health, if there is room. */
  readonly inFull?: boolean
}

const health = [
  ['onTrack', 'on_track'],
  ['needsAttention', 'needs_attention'],
  ['atRisk', 'at_risk'],
] as const

/** The progress of an epic, over all its levels. */
export function EpicSums({ name, sums, inFull = false }: EpicSumsProps) {
  const { openedIssues, closedIssues, openedWeight, closedWeight } = sums
  const total = openedIssues + closedIssues
  const weight = openedWeight + closedWeight
  const percent = total === 0 ? 0 : Math.floor((closedIssues / total) * 100)
  return (
    <div className={styles.sums}>
      <ProgressBar label={`${name}: issues closed`} value={closedIssues} of={Math.max(total, 1)} />
      <div className={styles.words}>
        <span>{total === 0 ? 'No issues' : `${closedIssues} of ${counted(total, 'issue')} closed, ${percent}%`}</span>
        {inFull && weight > 0 && (
          <span className={styles.part} title="Closed weight of total weight">
            <WeightIcon size={12} /> {closedWeight} of {weight} weight
          </span>
        )}
        {inFull &&
          health.map(([sum, status]) => {
            const choice = choiceOf('healthStatus', status)
            return (
              sums[sum] > 0 &&
              choice !== undefined && (
                <span key={status} className={styles.part}>
                  <Dot tone={choice.tone} /> {sums[sum]} {choice.label.toLowerCase()}
                </span>
              )
            )
          })}
      </div>
    </div>
  )
}
