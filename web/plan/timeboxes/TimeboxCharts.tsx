import { CalendarIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { type ChartLine, DayChart } from '#web/ui/charts/DayChart.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Table } from '#web/ui/layout/Table.tsx'
import { dayAfter, daysBetween } from '#web/ui/text/days.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import { cornersOf, dayAt, figuresOf, idealPace, type Measure, type TimeboxDay } from './chart.ts'
import styles from './TimeboxCharts.module.css'

interface TimeboxChartsProps {
  readonly noun: 'milestone' | 'iteration'
  readonly startDate: string | null
  readonly dueDate: string | null
  /** Null without both dates. */
  readonly days: readonly TimeboxDay[] | null
  /** Only the issues that match a filter count. */
  readonly isFiltered: boolean
  /** Asks for the dates, where the viewer may set them. */
  readonly onSetDates?: (() => void) | undefined
}

const measures = [
  { measure: 'count', label: 'Issues', open: 'Open issues', total: 'Total issues', done: 'Completed issues' },
  { measure: 'weight', label: 'Weight', open: 'Open weight', total: 'Total weight', done: 'Completed weight' },
] as const

/** The burndown and burnup charts of a milestone or iteration. @source reference/graphql.md TimeboxReport */
export function TimeboxCharts({ noun, startDate, dueDate, days, isFiltered, onSetDates }: TimeboxChartsProps) {
  const [measure, setMeasure] = useState<Measure>('count')
  const today = useToday()
  if (startDate === null || dueDate === null || days === null) {
    return onSetDates === undefined ? null : (
      <p className={styles.undated}>
        <Button size="s" icon={<CalendarIcon />} onClick={onSetDates}>
          Set dates
        </Button>
        for burndown and burnup charts
      </p>
    )
  }
  const words = measures.find(each => each.measure === measure) ?? measures[0]
  const period = { startDate, dueDate, today }
  const lines = linesOf(days, measure, period, words)
  return (
    <Card
      title="Charts"
      className={styles.card}
      aside={
        <ButtonGroup label="Measure">
          {measures.map(each => (
            <Button
              key={each.measure}
              size="s"
              data-action={`Show burndown and burnup by ${each.label.toLowerCase()}`}
              aria-pressed={each.measure === measure}
              onClick={() => setMeasure(each.measure)}
            >
              {each.label}
            </Button>
          ))}
        </ButtonGroup>
      }
    >
      {isFiltered && (
        <p className={styles.note}>
          The filter uses each issue's current labels, assignees and other attributes, not past values.
        </p>
      )}
      <div className={styles.charts}>
        <DayChart {...period} title="Burndown chart" lines={lines.burndown} />
        <DayChart {...period} title="Burnup chart" lines={lines.burnup} />
      </div>
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <Table
          caption={`Charts of this ${noun} by day`}
          columns={[
            { key: 'day', label: 'Day' },
            { key: 'open', label: words.open, align: 'end' },
            { key: 'done', label: words.done, align: 'end' },
            { key: 'total', label: words.total, align: 'end' },
          ]}
        >
          {days.map(day => {
            const { scope, completed } = figuresOf(day, measure)
            return (
              <tr key={day.date}>
                <td>{dayWords(day.date)}</td>
                {[scope - completed, completed, scope].map((figure, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table
                  <td key={place} data-align="end">
                    {figure.toLocaleString('en')}
                  </td>
                ))}
              </tr>
            )
          })}
        </Table>
      </details>
    </Card>
  )
}

interface Period {
  readonly startDate: string
  readonly dueDate: string
  readonly today: string
}

function linesOf(
  days: readonly TimeboxDay[],
  measure: Measure,
  { startDate, dueDate, today }: Period,
  words: { readonly open: string; readonly total: string; readonly done: string },
) {
  const lastDay = daysBetween(startDate, dueDate)
  // Before the start: the amount planned so far.
  const lastKnown = Math.min(lastDay, Math.max(0, daysBetween(startDate, today)))
  const lastKnownDay = dayAfter(startDate, lastKnown)
  const line = (name: string, look: ChartLine['look'], figureOf: (day: TimeboxDay) => number): ChartLine => ({
    name,
    look,
    corners: cornersOf(
      days.map(day => ({ at: daysBetween(startDate, day.date), value: figureOf(day) })),
      lastKnown,
    ),
    at: date => {
      const day = date > lastKnownDay ? null : dayAt(days, date)
      return day === null ? null : figureOf(day).toLocaleString('en')
    },
  })
  const open = (day: TimeboxDay) => figuresOf(day, measure).scope - figuresOf(day, measure).completed
  const pace = idealPace(
    days.map(day => ({ at: daysBetween(startDate, day.date), value: open(day) })),
    lastDay,
  )
  const ideal: ChartLine = {
    name: 'Ideal',
    look: 'ideal',
    corners: pace.corners,
    at: date => pace.at(daysBetween(startDate, date))?.toLocaleString('en', { maximumFractionDigits: 1 }) ?? null,
  }
  return {
    burndown: [ideal, line(words.open, 'main', open)],
    burnup: [
      line(words.total, 'main', day => figuresOf(day, measure).scope),
      line(words.done, 'done', day => figuresOf(day, measure).completed),
    ],
  }
}
