import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './BulkEdit.module.css'
import type { Refusals } from './bulk-edit.ts'

interface RefusedIssuesProps {
  readonly refusals: Refusals
  readonly tense: 'will' | 'did'
}

/** The issues that a bulk edit leaves as they are, with the reason. */
export function RefusedIssues({ refusals, tense }: RefusedIssuesProps) {
  return refusals.map(({ reason, count, issues }) => (
    <details key={reason} className={styles.refused}>
      <summary>
        {counted(count, 'issue')} {tense === 'will' ? 'will not change' : 'did not change'}: {reason}
      </summary>
      <ul>
        {issues.map(({ iid, title, webPath }) => (
          <li key={iid}>
            <TextLink href={webPath}>
              #{iid} {title}
            </TextLink>
          </li>
        ))}
        {count > issues.length && <li>and {counted(count - issues.length, 'other')}</li>}
      </ul>
    </details>
  ))
}
