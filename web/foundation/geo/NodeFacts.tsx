import { Banner } from '#web/ui/status/Banner.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './GeoPage.module.css'
import { databaseWords, type GeoNodeShown } from './messages.ts'

/** The health of a node, and how far its copies are. */
export function NodeFacts({ node }: { readonly node: GeoNodeShown }) {
  const { problems, repositories, uploads, reportedAt, version } = node
  return (
    <>
      {problems.length > 0 && (
        <Banner tone={node.enabled ? 'warning' : 'info'}>
          <ul className={styles.problems}>
            {problems.map(problem => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Banner>
      )}
      <dl className={styles.facts}>
        {node.primary ? (
          <>
            <dt>Repositories</dt>
            <dd>{repositories.items.toLocaleString('en')}</dd>
            <dt>Files</dt>
            <dd>{uploads.items.toLocaleString('en')}</dd>
          </>
        ) : (
          <>
            <dt>Database</dt>
            <dd>{databaseWords(node)}</dd>
            <dt>Last report</dt>
            <dd>{reportedAt === null ? 'Never' : <RelativeTime at={reportedAt} />}</dd>
            <Progress label="Repositories" counts={repositories} />
            <Progress label="Files" counts={uploads} />
            {node.selectiveSyncType === 'namespaces' && (
              <>
                <dt>Copies</dt>
                <dd>{node.namespaces.map(each => each.fullPath).join(', ') || 'No groups selected'}</dd>
              </>
            )}
            {version !== null && (
              <>
                <dt>Version</dt>
                <dd>{version}</dd>
              </>
            )}
          </>
        )}
      </dl>
    </>
  )
}

interface ProgressProps {
  readonly label: string
  readonly counts: GeoNodeShown['repositories']
}

function Progress({ label, counts: { items, synced, failed, verified, verificationFailed } }: ProgressProps) {
  const parts = [
    `${Math.min(synced, items).toLocaleString('en')} of ${items.toLocaleString('en')} synced`,
    `${Math.min(verified, items).toLocaleString('en')} verified`,
  ]
  return (
    <>
      <dt>{label}</dt>
      <dd className={styles.progress}>
        <ProgressBar label={`${label} synced`} value={Math.min(synced, items)} of={items} />
        <span>{parts.join(', ')}</span>
        {failed > 0 && <span className={styles.bad}>{failed} failed</span>}
        {verificationFailed > 0 && <span className={styles.bad}>{verificationFailed} different</span>}
      </dd>
    </>
  )
}
