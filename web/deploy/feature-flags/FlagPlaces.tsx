import { listFlagPlaces } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './Flags.module.css'
import { messages } from './messages.ts'

interface FlagPlacesProps {
  readonly namespace: string
  readonly iid: number
}

/** The lines of the default branch that name a flag, and the same as Markdown to copy. */
export function FlagPlaces({ namespace, iid }: FlagPlacesProps) {
  const { data, isError, refetch } = useReading(listFlagPlaces, { namespace, iid })
  if (data === undefined)
    return isError ? (
      <RetryBanner onRetry={() => void refetch()}>{messages.places}</RetryBanner>
    ) : (
      <Skeleton rows={3} label="Searching the code" />
    )
  const { branch, places, hasMore, markdown } = data
  return (
    <Card title="Places in the code" aside={markdown !== '' && <CopyButton text={markdown} label="Copy as Markdown" />}>
      {places.length === 0 ? (
        <p className={styles.muted}>
          {branch === null ? 'The repository has no code yet.' : `No line of ${branch} names this flag.`}
        </p>
      ) : (
        <ul className={styles.places}>
          {places.map(({ path, line, text }) => (
            <li key={`${path}:${line}`}>
              {path}:{line} <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className={styles.muted}>Only the first places are listed.</p>}
    </Card>
  )
}
