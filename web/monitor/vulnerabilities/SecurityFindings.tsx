import { useState } from 'react'
import { issuableTopic, vulnerabilitiesTopic } from '#contract/live-topics.ts'
import { getFindingsOfMergeRequest } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { messages } from './messages.ts'
import styles from './SecurityFindings.module.css'
import { placeOf, SeverityMark } from './VulnerabilityMarks.tsx'

export interface SecurityFindingsProps {
  readonly namespace: { readonly id: number; readonly fullPath: string }
  readonly mergeRequest: { readonly id: number; readonly iid: number }
}

/** The findings of scanners that a merge request adds; nothing before their first report. */
export function SecurityFindings({ namespace, mergeRequest }: SecurityFindingsProps) {
  const { data, error, refetch } = useReading(
    getFindingsOfMergeRequest,
    { namespace: namespace.fullPath, iid: mergeRequest.iid },
    { topics: () => [vulnerabilitiesTopic(namespace.id), issuableTopic('merge_request', mergeRequest.id)] },
  )
  const [isOpen, setOpen] = useState(false)
  if (data === undefined)
    return error === null ? null : <RetryBanner onRetry={refetch}>{messages.findings}</RetryBanner>
  const { scanners, newCount, fixedCount, newFindings } = data
  if (scanners.length === 0) return null
  const uncompared = scanners.filter(({ isCompared }) => !isCompared).map(({ name }) => name)
  return (
    <section aria-label="Security findings" className={styles.part}>
      <div className={styles.line}>
        <span>
          <strong>{newCount === 0 ? 'No new security findings' : counted(newCount, 'new security finding')}</strong>
          {fixedCount > 0 && `, ${fixedCount.toLocaleString('en')} fixed`}
          <span className={styles.muted}> by {[...new Set(scanners.map(({ name }) => name))].join(', ')}</span>
        </span>
        {newCount > 0 && (
          <Button size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide findings' : 'Show findings'}
          </Button>
        )}
      </div>
      {uncompared.length > 0 && (
        <p className={styles.muted}>
          The target branch has no report by {uncompared.join(', ')} yet, so all findings count as new.
        </p>
      )}
      {isOpen && newCount > 0 && (
        <>
          <h3 className={styles.heading}>New by this change</h3>
          <ul className={styles.list}>
            {newFindings.map(({ id, title, severity, scanner, location, identifiers }) => (
              <li key={id} className={styles.finding}>
                <SeverityMark severity={severity} />
                <span className={styles.words}>
                  <bdi>{title}</bdi>
                  <span className={styles.muted}>
                    {[placeOf(location), scanner, ...identifiers.slice(0, 2).map(({ name }) => name)]
                      .filter(word => word !== null)
                      .join(' · ')}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          {newCount > newFindings.length && (
            <p className={styles.muted}>
              The {newFindings.length} most severe of {newCount.toLocaleString('en')} findings are shown.
            </p>
          )}
        </>
      )}
    </section>
  )
}
