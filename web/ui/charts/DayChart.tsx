import { type CSSProperties, type PointerEvent, useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { dayAfter, daysBetween } from '../text/days.ts'
import styles from './DayChart.module.css'
import { ticksUpTo } from './ticks.ts'

export interface ChartLine {
  readonly name: string
  readonly look: 'main' | 'done' | 'ideal'
  /** Corners by the number of the day from the start. */
  readonly corners: readonly { readonly at: number; readonly value: number }[]
  /** The value at the end of a day as words; null where it is not known yet. */
  readonly at: (day: string) => string | null
}

interface DayChartProps {
  readonly title: string
  readonly startDate: string
  readonly dueDate: string
  readonly today: string
  readonly lines: readonly ChartLine[]
}

// The drawing has the size of its frame; its own units are a thousandth of that.
const size = 1000

/** Lines over the days of a period. The figures of a day are shown under the pointer, and by the arrow keys. */
export function DayChart({ title, startDate, dueDate, today, lines }: DayChartProps) {
  const lastDay = Math.max(1, daysBetween(startDate, dueDate))
  const todayAt = daysBetween(startDate, today)
  const [looked, setLooked] = useState<number | null>(null)
  const shownAt = looked ?? Math.min(Math.max(todayAt, 0), daysBetween(startDate, dueDate))
  const shownDay = dayAfter(startDate, shownAt)
  const ticks = ticksUpTo(Math.max(...lines.flatMap(line => line.corners.map(corner => corner.value)), 0))
  const top = ticks.at(-1) ?? 1
  const x = (at: number) => (at / lastDay) * size
  const y = (value: number) => size - (value / top) * size
  const figures = lines.map(line => ({ ...line, figure: line.at(shownDay) ?? '–' }))
  const lookAt = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setLooked(Math.min(lastDay, Math.max(0, Math.round(((event.clientX - left) / width) * lastDay))))
  }
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <h3 className={styles.title}>{title}</h3>
        <span className={styles.day}>{dayWords(shownDay)}</span>
      </figcaption>
      <ul className={styles.legend}>
        {figures.map(({ name, look, figure }) => (
          <li key={name} data-look={look}>
            <svg aria-hidden="true" viewBox="0 0 20 2" className={styles.swatch}>
              <path d="M0 1H20" />
            </svg>
            {name} <b>{figure}</b>
          </li>
        ))}
      </ul>
      <div className={styles.frame}>
        <div aria-hidden="true" className={styles.scale}>
          {ticks.map(tick => (
            <span key={tick} style={{ bottom: `${(tick / top) * 100}%` }}>
              {tick.toLocaleString('en')}
            </span>
          ))}
        </div>
        <div className={styles.plot}>
          <svg aria-hidden="true" viewBox={`0 0 ${size} ${size}`} preserveAspectRatio="none" className={styles.drawing}>
            {ticks.map(tick => (
              <path key={tick} d={`M0 ${y(tick)}H${size}`} data-look="grid" />
            ))}
            {todayAt >= 0 && todayAt <= lastDay && <path d={`M${x(todayAt)} 0V${size}`} data-look="today" />}
            {looked !== null && <path d={`M${x(looked)} 0V${size}`} data-look="looked" />}
            {lines.map(({ name, look, corners }) => (
              <path
                key={name}
                // One day alone is a dot.
                d={`${corners.map(({ at, value }, place) => `${place === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('')}${corners.length === 1 ? 'h0' : ''}`}
                data-look={look}
                data-dot={corners.length === 1 || undefined}
              />
            ))}
          </svg>
          {todayAt >= 0 && todayAt <= lastDay && (
            <span
              aria-hidden="true"
              className={styles.today}
              style={{ '--at': `${(todayAt / lastDay) * 100}%` } as CSSProperties}
            >
              Today
            </span>
          )}
          <input
            type="range"
            className={styles.range}
            min={0}
            max={lastDay}
            value={shownAt}
            aria-label={`${title}: day`}
            aria-valuetext={`${dayWords(shownDay)}: ${figures.map(({ name, figure }) => `${name} ${figure}`).join(', ')}`}
            onChange={event => setLooked(Number(event.target.value))}
            onPointerMove={lookAt}
            onPointerLeave={() => setLooked(null)}
            onBlur={() => setLooked(null)}
          />
        </div>
        <div aria-hidden="true" className={styles.days}>
          <span>{dayWords(startDate)}</span>
          <span>{dayWords(dueDate)}</span>
        </div>
      </div>
    </figure>
  )
}
