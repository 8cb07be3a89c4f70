import { pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import type { MergeRequestPipeline } from '../shapes.ts'
import styles from './CheckList.module.css'

/** The checks of a pipeline by name, in the order given. */
export function CheckList({ checks }: { readonly checks: MergeRequestPipeline['checks'] }) {
  return (
    <ul className={styles.list} aria-label="Checks">
      {checks.map(({ id, name, status, description, targetUrl, durationSeconds }) => (
        <li key={id} className={styles.check}>
          <StatusMark state={status}>{pipelineStatus[status].text}</StatusMark>
          <span className={styles.name}>
            {targetUrl === null ? name : <TextLink href={targetUrl}>{name}</TextLink>}
            {description !== null && <span className={styles.aside}> {description}</span>}
          </span>
          {durationSeconds !== null && <span className={styles.aside}>{durationText(durationSeconds)}</span>}
        </li>
      ))}
    </ul>
  )
}

/** "45 s", "2 min 5 s" */
function durationText(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return [
    ...(minutes > 0 ? [`${minutes.toLocaleString('en')} min`] : []),
    ...(rest > 0 || minutes === 0 ? [`${rest} s`] : []),
  ].join(' ')
}
