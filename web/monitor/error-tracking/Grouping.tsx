import type { GroupPart } from '#contract/monitor/error-tracking/error-words.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import styles from './ErrorPage.module.css'

const labels: Readonly<Record<GroupPart['part'], string>> = {
  fingerprint: 'Fingerprint',
  platform: 'Platform',
  type: 'Type',
  message: 'Message',
  line: 'Line of code',
  call: 'Calls',
  cause: 'Caused by',
}

// The most telling part comes first.
const order = [
  'fingerprint',
  'type',
  'message',
  'line',
  'call',
  'cause',
  'platform',
] as const satisfies readonly GroupPart['part'][]

/**
 * The reasons why the events of an error are grouped.
 *
 * @param parts  null where the error was last seen before they were kept
 */
export function Grouping({ parts }: { readonly parts: readonly GroupPart[] | null }) {
  if (parts === null)
    return (
      <Card
        title="Grouping"
        description="These events had the same exception, location and platform. The error is grouped by its stack trace and message when it occurs again."
      />
    )
  const kinds = order.map(part => ({ part, values: parts.filter(each => each.part === part).map(each => each.value) }))
  return (
    <Card title="Grouping" description={reasonOf(parts)}>
      <dl className={styles.parts}>
        {kinds
          .filter(({ values }) => values.length > 0)
          .map(({ part, values }) => (
            <div key={part} className={styles.part}>
              <dt>{labels[part]}</dt>
              {/* The innermost call first, as in the stack trace. */}
              {(part === 'call' ? values.toReversed() : values).map(value => (
                <dd key={value}>
                  <bdi>{value}</bdi>
                </dd>
              ))}
            </div>
          ))}
      </dl>
    </Card>
  )
}

function reasonOf(parts: readonly GroupPart[]): string {
  if (parts.every(({ part }) => part === 'fingerprint'))
    return 'The application gives all of these events the same fingerprint.'
  return 'Events that share all of this are one error. Line numbers and values that differ, such as IDs and dates, are ignored.'
}
