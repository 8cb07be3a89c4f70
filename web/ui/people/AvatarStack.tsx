import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import { Tooltip } from '../floating/Tooltip.tsx'
import { Avatar, type AvatarPerson } from './Avatar.tsx'
import styles from './AvatarStack.module.css'

interface AvatarStackProps extends ComponentPropsWithRef<'span'> {
  /** "Assignees". */
  readonly label: string
  readonly people: readonly AvatarPerson[]
  readonly most?: number
  /** The total number, if there are more people than were sent. */
  readonly total?: number
  readonly sizePx?: 16 | 20 | 24 | 32
}

export function AvatarStack({
  label,
  people,
  most = 3,
  total = people.length,
  sizePx = 20,
  className,
  ...attributes
}: AvatarStackProps) {
  if (total === 0) return null
  const shown = people.slice(0, total > most ? most : total)
  const rest = total - shown.length
  const names = people.map(person => person.name).join(', ')
  return (
    <Tooltip text={names} labels>
      <span
        {...attributes}
        role="img"
        aria-label={`${label}: ${names}${total > people.length ? ' and others' : ''}`}
        className={classes(styles.stack, className)}
      >
        {shown.map((person, index) => (
          // The first lies on top: its initials stay whole.
          <Avatar
            key={person.id}
            {...person}
            sizePx={sizePx}
            named={false}
            className={styles.avatar}
            {...(shown.length > 1 && { zIndex: shown.length - index })}
          />
        ))}
        {rest > 0 && <span className={styles.rest}>+{rest}</span>}
      </span>
    </Tooltip>
  )
}
