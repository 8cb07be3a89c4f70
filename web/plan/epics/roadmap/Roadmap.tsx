import { ChevronDownIcon, ChevronRightIcon, EyeClosedIcon } from '@primer/octicons-react'
import { type CSSProperties, type RefObject, useCallback, useRef } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { Title } from '#web/plan/facts/Title.tsx'
import { isPlainClick, usePeek } from '#web/plan/peek/use-peek.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { daysBetween } from '#web/ui/text/days.ts'
import type { RoadmapData, RoadmapEpicData } from '../shapes.ts'
import { BarPointer } from './BarPointer.tsx'
import { BlockingLines, linksOf } from './BlockingLines.tsx'
import { EpicBar, width } from './EpicBar.tsx'
import styles from './Roadmap.module.css'
import { barOf, columnsOf, dayWidth, markersOf, type Range, rangeOf, type Scale, type TreeRow } from './timeline.ts'
import { type EpicDates, useEpicDates } from './use-epic-dates.ts'
import { useRoadmapKeys } from './use-roadmap-keys.ts'
import { useRowsInView } from './use-rows-in-view.ts'

interface RoadmapProps {
  readonly rows: readonly TreeRow<RoadmapEpicData>[]
  readonly epics: readonly RoadmapEpicData[]
  readonly milestones: RoadmapData['milestones']
  readonly scale: Scale
  readonly today: string
  readonly collapsed: ReadonlySet<number>
  readonly onToggle: (epicId: number) => void
  readonly frame: RefObject<HTMLElement | null>
  /** The viewer may change the dates of epics. */
  readonly canPlan: boolean
}

/** Rows are as high as their styles say. */
const rowHeight = 2.5
const leastMarkerWidth = 5
const leastLabelWidth = 3

/** Put today's line at a third of the room that the names leave. */
export function scrollToToday(frame: HTMLElement | null): void {
  const line = frame?.querySelector<HTMLElement>('[data-today]')
  const names = frame?.querySelector<HTMLElement>('[data-names]')
  if (frame && line && names) frame.scrollLeft = line.offsetLeft - (frame.clientWidth - names.offsetWidth) / 3
}

/** Epics as bars over time, in a frame that scrolls both ways while names and dates stay. */
export function Roadmap(props: RoadmapProps) {
  const { milestones, scale, today, collapsed, onToggle, frame, canPlan } = props
  const dates = useEpicDates(props.epics, canPlan)
  const epics = props.epics.map(dates.shown)
  const rows = props.rows.map(row => ({ ...row, epic: dates.shown(row.epic) }))
  const range = rangeOf([...epics, ...milestones], today, scale)
  const { upper, lower } = columnsOf(range, scale)
  const attach = useCallback(
    (element: HTMLElement | null) => {
      frame.current = element
      scrollToToday(element)
    },
    [frame],
  )
  const { first, last, onScroll } = useRowsInView(rows.length, rowHeight)
  const list = useRef<HTMLUListElement>(null)
  useRoadmapKeys(list, scale, canPlan)
  const markers = markersOf(milestones, range, leastMarkerWidth / dayWidth[scale])
  return (
    <section
      key={scale}
      aria-label="Epics over time"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={styles.frame}
      onScroll={onScroll}
      ref={attach}
    >
      <div
        className={styles.sheet}
        style={{ '--track': width(daysBetween(range.from, range.to), scale) } as CSSProperties}
      >
        <div className={styles.head}>
          <div data-names className={styles.corner}>
            Epic
          </div>
          <div aria-hidden="true" className={styles.columns}>
            {[upper, lower].map((columns, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows of a heading
              <div key={row} className={styles.line}>
                {columns.map(column => (
                  <span key={column.day} className={styles.column} style={{ width: width(column.days, scale) }}>
                    <span>{column.label}</span>
                  </span>
                ))}
              </div>
            ))}
          </div>
          {markers.length > 0 && (
            <>
              <div className={styles.corner} id="roadmap-milestones">
                Milestones
              </div>
              <ul
                aria-labelledby="roadmap-milestones"
                className={styles.markers}
                data-lanes={Math.max(...markers.map(each => each.lane)) + 1}
              >
                {markers.map(({ milestone, at, lane, free }) => (
                  <li
                    key={milestone.id}
                    data-lane={lane}
                    style={{
                      left: width(at + 0.5, scale),
                      ...(free !== null && { maxWidth: width(free, scale) }),
                    }}
                  >
                    <Anchor
                      href={new URL(milestone.webUrl).pathname}
                      className={styles.marker}
                      title={`${milestone.title}, due ${dayWords(milestone.dueDate)}`}
                    >
                      <span aria-hidden="true" className={styles.diamond} />
                      <bdi data-hidden={(free !== null && free * dayWidth[scale] < leastLabelWidth) || undefined}>
                        {milestone.title}
                      </bdi>
                    </Anchor>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
        <div className={styles.body}>
          <div aria-hidden="true" className={styles.grid}>
            {lower.map(column => (
              <span key={column.day} style={{ width: width(column.days, scale) }} />
            ))}
            {markers.map(({ milestone, at }) => (
              <i key={milestone.id} style={{ left: width(at + 0.5, scale) }} />
            ))}
            <b data-today style={{ left: width(daysBetween(range.from, today) + 0.5, scale) }} title="Today" />
          </div>
          <BlockingLines rows={rows} range={range} scale={scale} rowHeight={rowHeight} />
          <ul
            ref={list}
            aria-label="Epics"
            className={styles.rows}
            style={{ paddingBlock: `${first * rowHeight}rem ${(rows.length - last) * rowHeight}rem` }}
          >
            {rows.slice(first, last).map((row, place) => (
              <EpicRow
                key={row.epic.id}
                row={row}
                place={first + place + 1}
                of={rows.length}
                range={range}
                scale={scale}
                frame={frame}
                isOpen={!collapsed.has(row.epic.id)}
                onToggle={() => onToggle(row.epic.id)}
                links={linksOf(row.epic, epics)}
                dates={dates}
              />
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

interface EpicRowProps {
  readonly row: TreeRow<RoadmapEpicData>
  readonly place: number
  readonly of: number
  readonly range: Range
  readonly scale: Scale
  readonly frame: RefObject<HTMLElement | null>
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** The epics that it blocks and that block it, in words. */
  readonly links: string
  readonly dates: EpicDates
}

function EpicRow({
  row: { epic, level, hasChildren },
  place,
  of,
  range,
  scale,
  frame,
  isOpen,
  onToggle,
  links,
  dates,
}: EpicRowProps) {
  const bar = useRef<HTMLAnchorElement>(null)
  const { open: onOpen } = usePeek()
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: the items of a list have levels
    <li
      className={styles.row}
      data-row={epic.id}
      data-state={epic.state}
      aria-posinset={place}
      aria-setsize={of}
      aria-level={level}
      style={{ '--level': Math.min(level, 8) - 1 } as CSSProperties}
    >
      <div className={styles.name}>
        {hasChildren ? (
          <IconButton
            size="s"
            variant="quiet"
            label={`${isOpen ? 'Collapse' : 'Expand'} ${epic.title}`}
            aria-expanded={isOpen}
            className={styles.toggle}
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            onClick={onToggle}
          />
        ) : (
          <span className={styles.leaf} />
        )}
        <Swatch color={epic.color} />
        {epic.confidential && (
          <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
            <EyeClosedIcon />
          </span>
        )}
        <Anchor
          href={epic.path}
          data-row-link
          className={styles.title}
          title={epic.title}
          onClick={event => isPlainClick(event) && onOpen(epic.path) && event.preventDefault()}
        >
          <Title title={epic.title} html={epic.titleHtml} />
        </Anchor>
      </div>
      <div className={styles.track}>
        <EpicBar epic={epic} range={range} scale={scale} element={bar} links={links} dates={dates} onOpen={onOpen} />
        {barOf(epic, range) !== null && (
          <BarPointer key={`${epic.startDate} ${epic.dueDate}`} title={epic.title} frame={frame} bar={bar} />
        )}
      </div>
    </li>
  )
}
