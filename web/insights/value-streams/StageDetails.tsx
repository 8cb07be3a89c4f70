import { ArrowDownIcon, ArrowUpIcon, DownloadIcon } from '@primer/octicons-react'
import { dayWords } from '#contract/day-words.ts'
import type { PlaceKind } from '#contract/foundation/places.ts'
import { valueStreamsPath } from '#contract/insights/insight-paths.ts'
import { eventWords } from '#contract/insights/stage-events.ts'
import type { CountedStage, StageRecord, ValueStreamsPage } from '#contract/insights/value-streams.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { type ChartLine, DayChart } from '#web/ui/charts/DayChart.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { daysBetween } from '#web/ui/text/days.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useToday } from '#web/ui/text/use-now.ts'
import { AsTable } from '../AsTable.tsx'
import { comparedWords, durationWords, unitFor } from '../duration.ts'
import type { StreamState } from './address.ts'
import { nounOf } from './StagePath.tsx'
import styles from './ValueStreams.module.css'

interface StageDetailsProps {
  readonly kind: PlaceKind
  readonly page: ValueStreamsPage
  readonly state: StreamState
  readonly addressFor: (change: Partial<StreamState>) => string
}

/** The chosen stage: how it is counted, its figures, its days, and the items behind them. */
export function StageDetails({ kind, page, state, addressFor }: StageDetailsProps) {
  const { stage, namespace, valueStream, from, to } = page
  const csv = `${valueStreamsPath(kind, namespace.fullPath)}/value_streams/${valueStream.id}/stages/${stage.id}/records.csv?created_after=${from}&created_before=${to}&sort=${state.sort}&direction=${state.direction}`
  return (
    <Card
      title={<bdi>{stage.title}</bdi>}
      description={stage.description || undefined}
      aside={
        stage.figures.count > 0 && (
          <LinkButton size="s" href={csv} download icon={<DownloadIcon />}>
            CSV
          </LinkButton>
        )
      }
      className={styles.card}
    >
      <Formula stage={stage} />
      {stage.figures.count === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="Nothing passed through this stage">
          No {nounOf(stage)} reached the end of this stage between {dayWords(from)} and {dayWords(to)}.
        </EmptyState>
      ) : (
        <>
          <Figures page={page} />
          <Durations page={page} />
          <Records page={page} state={state} addressFor={addressFor} />
        </>
      )}
    </Card>
  )
}

const eventTitle = (event: CountedStage['startEventIdentifier'], label: CountedStage['startEventLabel']): string =>
  eventWords(event).takesLabel === true
    ? `${eventWords(event).label} (${label?.title ?? 'deleted label'})`
    : eventWords(event).label

/** How the durations are made: both events, with their rules. */
function Formula({ stage }: { readonly stage: CountedStage }) {
  const { startEventIdentifier: start, endEventIdentifier: end, startEventLabel, endEventLabel } = stage
  return (
    <details className={styles.formula}>
      <summary>
        From <b>{eventTitle(start, startEventLabel)}</b> to <b>{eventTitle(end, endEventLabel)}</b>
      </summary>
      <dl>
        <dt>Start</dt>
        <dd>{eventWords(start).rule}</dd>
        <dt>End</dt>
        <dd>{eventWords(end).rule}</dd>
        <dt>Counted</dt>
        <dd>
          Each {nounOf(stage)} that you can see and that reached the end on one of the days, in UTC. Those that ended
          before they started are left out.
        </dd>
      </dl>
    </details>
  )
}

function Figures({ page: { stage, before, from, to } }: { readonly page: ValueStreamsPage }) {
  const { figures } = stage
  const shown = [
    { label: 'Median', of: 'median', hint: 'Half took this long or less.' },
    { label: 'Average', of: 'average', hint: 'The sum of all durations, divided by their number.' },
    { label: '75th percentile', of: 'p75', hint: '75% took this long or less.' },
    { label: '95th percentile', of: 'p95', hint: '95% took this long or less.' },
  ] as const
  const days = daysBetween(from, to) + 1
  return (
    <dl className={styles.figures}>
      {shown.map(({ label, of, hint }) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{durationWords(figures[of])}</dd>
          <dd className={styles.before}>{comparedWords(figures[of], before[of])}</dd>
        </div>
      ))}
      <div title={`Compared with the ${days === 1 ? 'day' : `${days} days`} before.`}>
        <dt>{stage.subject === 'issue' ? 'Issues' : 'Merge requests'}</dt>
        <dd>{figures.count.toLocaleString('en')}</dd>
        <dd className={styles.before}>{before.count.toLocaleString('en')} before</dd>
      </div>
    </dl>
  )
}

function Durations({ page: { days, from, to, stage } }: { readonly page: ValueStreamsPage }) {
  const today = useToday()
  const most = Math.max(0, ...days.flatMap(({ median, average }) => [median ?? 0, average ?? 0]))
  const unit = unitFor(most)
  const line = (
    name: string,
    look: ChartLine['look'],
    of: (day: (typeof days)[number]) => number | null,
  ): ChartLine => ({
    name,
    look,
    corners: days.flatMap(day => {
      const value = of(day)
      return value === null ? [] : [{ at: daysBetween(from, day.date), value: value / unit.seconds }]
    }),
    at: date => {
      const value = days.find(day => day.date === date)
      return value === undefined || of(value) === null ? null : durationWords(of(value))
    },
  })
  return (
    <>
      <DayChart
        title={`Duration by day (${unit.name})`}
        startDate={from}
        dueDate={to}
        today={today}
        lines={[line('Average', 'ideal', day => day.average), line('Median', 'main', day => day.median)]}
      />
      <AsTable>
        <Table
          caption={`Durations of ${stage.title} by day`}
          columns={[
            { key: 'day', label: 'Day' },
            { key: 'count', label: 'Items', align: 'end' },
            { key: 'median', label: 'Median', align: 'end' },
            { key: 'average', label: 'Average', align: 'end' },
          ]}
        >
          {days
            .filter(({ count }) => count > 0)
            .map(({ date, count, median, average }) => (
              <tr key={date}>
                <td>{dayWords(date)}</td>
                <td data-align="end">{count.toLocaleString('en')}</td>
                <td data-align="end">{durationWords(median)}</td>
                <td data-align="end">{durationWords(average)}</td>
              </tr>
            ))}
        </Table>
      </AsTable>
    </>
  )
}

function Records({ page, state, addressFor }: Omit<StageDetailsProps, 'kind'>) {
  const { stage, records, hasNext } = page
  const sortedBy = (sort: StreamState['sort'], label: string) => {
    const isCurrent = state.sort === sort
    const direction = isCurrent && state.direction === 'desc' ? 'asc' : 'desc'
    return (
      <TextLink tone="plain" href={addressFor({ stageId: stage.id, sort, direction })} className={styles.sort}>
        {label} {isCurrent && (state.direction === 'desc' ? <ArrowDownIcon size={12} /> : <ArrowUpIcon size={12} />)}
      </TextLink>
    )
  }
  return (
    <section aria-label={stage.subject === 'issue' ? 'Issues' : 'Merge requests'} className={styles.records}>
      <Table
        caption={stage.subject === 'issue' ? 'Issues' : 'Merge requests'}
        columns={[
          { key: 'item', label: stage.subject === 'issue' ? 'Issue' : 'Merge request' },
          { key: 'duration', label: sortedBy('duration', 'Duration'), align: 'end' },
          { key: 'ended', label: sortedBy('end_event', 'Ended') },
        ]}
      >
        {records.map(record => (
          <RecordRow key={record.path} record={record} />
        ))}
      </Table>
      <Pagination
        label="Items pagination"
        previous={state.page > 1 ? addressFor({ page: state.page - 1 }) : null}
        next={hasNext ? addressFor({ page: state.page + 1 }) : null}
      />
    </section>
  )
}

function RecordRow({ record: { author, ...record } }: { readonly record: StageRecord }) {
  return (
    <tr>
      <td>
        <span className={styles.item}>
          <Avatar {...author} />
          <span className={styles.words}>
            <TextLink tone="plain" href={record.path}>
              <bdi>{record.title}</bdi>
            </TextLink>
            <small className={styles.reference}>{record.reference}</small>
          </span>
        </span>
      </td>
      <td data-align="end" className={styles.when}>
        {durationWords(record.durationInMilliseconds / 1000)}
      </td>
      <td className={styles.when}>
        <RelativeTime at={record.endEventTimestamp} />
      </td>
    </tr>
  )
}
