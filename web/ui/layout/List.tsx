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
  /** In place of `leading` and `trailing`: elements that bring their own layout. */
  readonly sign?: ReactNode
  readonly columns?: ReactNode
  /** Usually a link: the whole row then takes the press, and what else can be pressed in it stays apart. */
  readonly title: ReactNode
  /** The labels beside the title. */
  readonly badges?: ReactNode
  /** A button behind the title, while the row is pointed at. */
  readonly peek?: ReactNode
  readonly detail?: ReactNode
  readonly trailing?: ReactNode
  /** Whether the row is the current one of the keyboard (j, k). */
  readonly current?: boolean
  readonly selected?: boolean
  /** The list no longer has it, and it stays until the reader goes on. */
  readonly gone?: boolean
}

export function ListRow(props: ListRowProps) {
  const { leading, sign, columns, title, badges, peek, detail, trailing, current, selected, gone, className, ...rest } =
    props
  return (
    <li
      {...rest}
      data-current={current || undefined}
      data-selected={selected || undefined}
      data-gone={gone || undefined}
      className={classes(styles.row, className)}
    >
      {sign}
      {leading && <div className={styles.leading}>{leading}</div>}
      <div className={styles.body}>
        {badges ? (
          <div className={styles.line}>
            <span className={styles.title}>{title}</span>
            {badges}
          </div>
        ) : (
          <span className={styles.title}>{title}</span>
        )}
        {peek}
        {detail && <div className={styles.detail}>{detail}</div>}
      </div>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
      {columns}
    </li>
  )
}
