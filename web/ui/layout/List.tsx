import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './List.module.css'

interface ListProps extends ComponentPropsWithRef<'ul'> {
  /** Has a border and background of its own; false inside an element that has them. */
  readonly framed?: boolean
  /** Dense rows of one height: 44 px with two lines, or 36 px with one. */
  readonly density?: 'regular' | 'compact'
}

export function List({ framed = true, density, className, ...rest }: ListProps) {
  return (
    <ul
      {...rest}
      data-framed={framed || undefined}
      data-density={density}
      className={classes(styles.list, className)}
    />
  )
}

export interface ListRowProps extends Omit<ComponentPropsWithRef<'li'>, 'title'> {
  readonly leading?: ReactNode
  /** Usually a link: the whole row then takes the press, and what else can be pressed in it stays apart. */
  readonly title: ReactNode
  /** The labels beside the title. */
  readonly badges?: ReactNode
  readonly detail?: ReactNode
  readonly trailing?: ReactNode
  /** Whether the row is the current one of the keyboard (j, k). */
  readonly current?: boolean
  readonly selected?: boolean
  /** The list no longer has it, and it stays until the reader goes on. */
  readonly gone?: boolean
}

export function ListRow(props: ListRowProps) {
  const { leading, title, badges, detail, trailing, current, selected, gone, className, ...rest } = props
  return (
    <li
      {...rest}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-gone={gone || undefined}
      className={classes(styles.row, className)}
    >
      {leading && <div className={styles.leading}>{leading}</div>}
      <div className={styles.body}>
        <div className={styles.line}>
          <span className={styles.title}>{title}</span>
          {badges}
        </div>
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
    </li>
  )
}
