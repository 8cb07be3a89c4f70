import type { CountedStage, ValueStreamsPage } from '#contract/insights/value-streams.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { durationWords } from '../duration.ts'
import type { StreamState } from './address.ts'
import styles from './ValueStreams.module.css'

interface StagePathProps {
  readonly page: ValueStreamsPage
  readonly addressFor: (change: Partial<StreamState>) => string
}

/** The stages in their order with their medians; the chosen one is shown below. */
export function StagePath({ page: { stages, overall, stage: chosen }, addressFor }: StagePathProps) {
  const tile = (stage: CountedStage) => (
    <li key={stage.id} className={styles.step}>
      <Anchor
        href={addressFor({ stageId: stage.id })}
        aria-current={stage.id === chosen.id ? 'true' : undefined}
        className={styles.tile}
      >
        <span className={styles.name}>
          <bdi>{stage.title}</bdi>
        </span>
        <strong className={styles.median}>{durationWords(stage.figures.median)}</strong>
        <span className={styles.count}>{counted(stage.figures.count, nounOf(stage))}</span>
      </Anchor>
    </li>
  )
  return (
    <nav aria-label="Stages" className={styles.path}>
      <ul className={styles.overall}>{overall.map(tile)}</ul>
      <ol className={styles.stages}>{stages.map(tile)}</ol>
    </nav>
  )
}

export const nounOf = ({ subject }: Pick<CountedStage, 'subject'>): string =>
  subject === 'issue' ? 'issue' : 'merge request'
