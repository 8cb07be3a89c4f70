import { DownloadIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { insightsPath } from '#contract/insights/insight-paths.ts'
import { useReading } from '#web/api/query.ts'
import { addressOf } from '#web/api/router/search.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Sparkline } from '#web/ui/charts/Sparkline.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { LabelChip } from '#web/ui/status/LabelChip.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { AsTable } from '../AsTable.tsx'
import { calls } from './calls.ts'
import styles from './ValueStreams.module.css'

interface TasksByTypeProps {
  readonly kind: PlaceKind
  readonly namespace: string
  readonly days: { readonly createdAfter: string; readonly createdBefore: string }
}

const subjects = [
  { subject: 'Issue', label: 'Issues', list: 'issues' },
  { subject: 'MergeRequest', label: 'Merge requests', list: 'merge_requests' },
] as const

type Tasks = readonly { readonly series: readonly (readonly [day: string, items: number])[] }[]

/** The days on which there are items, with those of each label. */
const daysWithItems = (tasks: Tasks): readonly (readonly [day: string, counts: readonly number[]])[] =>
  (tasks[0]?.series ?? [])
    .map(([day], index) => [day, tasks.map(({ series }) => series[index]?.[1] ?? 0)] as const)
    .filter(([, counts]) => counts.some(count => count > 0))

/** The labels that most new items have, with their items by day. */
export function TasksByType({ kind, namespace, days }: TasksByTypeProps) {
  const [shown, setShown] = useState<(typeof subjects)[number]>(subjects[0])
  const { data, isError, refetch } = useReading(
    calls[kind].tasksByType,
    { namespace, ...days, subject: shown.subject },
    { keepPrevious: true, topics: () => [] },
  )
  const base = `/${kind === 'group' ? 'groups/' : ''}${namespace}/-/${shown.list}`
  return (
    <Card
      title="Tasks by type"
      description="New items on these days, by the labels that they have now. The ten most frequent labels are shown."
      aside={
        <>
          {data !== undefined && data.length > 0 && (
            <LinkButton
              size="s"
              href={addressOf(`${insightsPath(kind, namespace)}/type_of_work/tasks_by_type.csv`, {
                subject: shown.subject,
                created_after: days.createdAfter,
                created_before: days.createdBefore,
              })}
              download
              icon={<DownloadIcon />}
            >
              CSV
            </LinkButton>
          )}
          <ButtonGroup label="Items">
            {subjects.map(each => (
              <Button key={each.subject} size="s" aria-pressed={each === shown} onClick={() => setShown(each)}>
                {each.label}
              </Button>
            ))}
          </ButtonGroup>
        </>
      }
      className={styles.card}
    >
      {data === undefined ? (
        isError ? (
          <RetryBanner onRetry={refetch}>Could not load the labels.</RetryBanner>
        ) : (
          <Skeleton rows={4} />
        )
      ) : data.length === 0 ? (
        <p className={styles.none}>No new {shown.label.toLowerCase()} with labels on these days.</p>
      ) : (
        <>
          <Table
            caption={`New ${shown.label.toLowerCase()} by label`}
            columns={[
              { key: 'label', label: 'Label' },
              { key: 'days', label: 'By day' },
              { key: 'count', label: shown.label, align: 'end' },
            ]}
          >
            {data.map(({ label, series }) => (
              <tr key={label.id}>
                <td>
                  <LabelChip title={label.title} color={label.color} />
                </td>
                <td className={styles.spark}>
                  <Sparkline values={series.map(([, count]) => count)} />
                </td>
                <td data-align="end">
                  <TextLink
                    href={addressOf(base, {
                      state: 'all',
                      label_name: [label.title],
                      created_after: days.createdAfter,
                      created_before: days.createdBefore,
                    })}
                  >
                    {series.reduce((sum, [, count]) => sum + count, 0).toLocaleString('en')}
                  </TextLink>
                </td>
              </tr>
            ))}
          </Table>
          <AsTable>
            <Table
              caption={`New ${shown.label.toLowerCase()} by label and day`}
              columns={[
                { key: 'day', label: 'Day' },
                ...data.map(({ label }) => ({
                  key: String(label.id),
                  label: <bdi>{label.title}</bdi>,
                  align: 'end' as const,
                })),
              ]}
            >
              {daysWithItems(data).map(([day, counts]) => (
                <tr key={day}>
                  <td>{dayWords(day)}</td>
                  {data.map(({ label }, index) => (
                    <td key={label.id} data-align="end">
                      {counts[index]?.toLocaleString('en')}
                    </td>
                  ))}
                </tr>
              ))}
            </Table>
          </AsTable>
        </>
      )}
    </Card>
  )
}
