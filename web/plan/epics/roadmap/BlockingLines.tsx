import { daysBetween } from '#web/ui/text/days.ts'
import type { RoadmapEpicData } from '../shapes.ts'
import { roadmapMessages } from './messages.ts'
import styles from './Roadmap.module.css'
import { barOf, dayWidth, type Range, type Scale, spanOf, type TreeRow } from './timeline.ts'

interface BlockingLinesProps {
  readonly rows: readonly TreeRow<RoadmapEpicData>[]
  readonly range: Range
  readonly scale: Scale
  readonly rowHeight: number
}

/** Lines from the end of each epic to the start of those that it blocks; red where one begins too early. */
export function BlockingLines({ rows, range, scale, rowHeight }: BlockingLinesProps) {
  const places = new Map(rows.map(({ epic }, place) => [epic.id, place]))
  const lines = rows.flatMap(({ epic }, place) =>
    epic.blocks.flatMap(id => {
      const target = places.get(id)
      const blocked = target === undefined ? undefined : rows[target]?.epic
      if (target === undefined || blocked === undefined) return []
      const [from, to] = [barOf(epic, range), barOf(blocked, range)]
      const [end, start] = [spanOf(epic)?.[1], spanOf(blocked)?.[0]]
      if (from === null || to === null || end === undefined || start === undefined) return []
      const day = dayWidth[scale]
      const y = (row: number) => (row + 0.5) * rowHeight
      return [
        {
          key: `${epic.id} ${id}`,
          isEarly: start <= end && epic.state === 'opened',
          path: pathOf((from.at + from.days) * day, y(place), to.at * day, y(target)),
        },
      ]
    }),
  )
  if (lines.length === 0) return null
  const [wide, high] = [daysBetween(range.from, range.to) * dayWidth[scale], rows.length * rowHeight]
  return (
    <svg
      aria-hidden="true"
      className={styles.blocking}
      viewBox={`0 0 ${wide} ${high}`}
      style={{ width: `${wide}rem`, height: `${high}rem` }}
    >
      {lines.map(({ key, isEarly, path }) => (
        <path key={key} d={path} data-early={isEarly || undefined} vectorEffect="non-scaling-stroke" />
      ))}
    </svg>
  )
}

/** Out of one bar, up or down between the rows, and into the other one with an arrow. */
function pathOf(fromX: number, fromY: number, toX: number, toY: number): string {
  const out = fromX + 0.375
  const arrow = `m -0.25 -0.1875 l 0.25 0.1875 l -0.25 0.1875`
  if (toX >= out + 0.375) return `M ${fromX} ${fromY} H ${out} V ${toY} H ${toX} ${arrow}`
  const between = toY > fromY ? toY - 1.25 : toY + 1.25
  return `M ${fromX} ${fromY} H ${out} V ${between} H ${toX - 0.5} V ${toY} H ${toX} ${arrow}`
}

/** The same in words. */
export function linksOf(epic: RoadmapEpicData, epics: readonly RoadmapEpicData[]): string {
  const titles = (found: readonly RoadmapEpicData[]) => found.map(({ title }) => title).join(', ')
  const blocked = titles(epics.filter(({ id }) => epic.blocks.includes(id)))
  const blockers = titles(epics.filter(({ blocks }) => blocks.includes(epic.id)))
  return [blocked && roadmapMessages.blocks(blocked), blockers && roadmapMessages.blockedBy(blockers)]
    .filter(Boolean)
    .join('. ')
}
