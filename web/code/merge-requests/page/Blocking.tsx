import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './Blocking.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'

/** What must be merged before this merge request, each with its state. */
export function Blocking() {
  const { blocking } = useMergeRequestPage().mergeRequest
  const { visible, hiddenCount } = blocking
  if (visible.length + hiddenCount === 0) return null
  const merged = visible.filter(({ state }) => state === 'merged').length
  return (
    <details className={styles.blocking} open={merged < visible.length}>
      <summary>
        Depends on {counted(visible.length + hiddenCount, 'merge request')}
        {merged > 0 && `, ${merged} merged`}
      </summary>
      <ul className={styles.list}>
        {visible.map(({ id, reference, title, state, path }) => (
          <li key={id} className={styles.line}>
            <StateBadge state={state} of="merge_request" look="icon" />
            <TextLink href={path}>{title}</TextLink>
            <span className={styles.reference}>{reference}</span>
          </li>
        ))}
        {hiddenCount > 0 && (
          <li className={styles.reference}>{counted(hiddenCount, 'merge request')} that you cannot see</li>
        )}
      </ul>
    </details>
  )
}
