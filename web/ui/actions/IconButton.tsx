import type { ComponentPropsWithRef, ReactElement } from 'react'
import { classes } from '../classes.ts'
import { Tooltip } from '../floating/Tooltip.tsx'
import { signFrom } from '../icon.tsx'
import styles from './IconButton.module.css'

interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children' | 'aria-label'> {
  /** Names the button, and stands in its tooltip. */
  readonly label: string
  readonly icon: ReactElement
  readonly size?: 's' | 'm' | 'l'
  readonly variant?: 'quiet' | 'secondary' | 'danger-quiet'
  readonly keyHint?: string
  /** Whether the label shows as a tooltip; false for a button whose meaning is written beside it. */
  readonly tooltip?: boolean
  /** The label says what the press came to: its tooltip shows at once. */
  readonly tellsOutcome?: boolean
}

export function IconButton(props: IconButtonProps) {
  const {
    label,
    icon,
    size = 'm',
    variant = 'quiet',
    keyHint,
    tooltip = true,
    tellsOutcome = false,
    className,
    ...rest
  } = props
  const sign = signFrom(icon)
  const button = (
    <button
      type="button"
      {...rest}
      {...sign}
      aria-label={label}
      aria-keyshortcuts={keyHint}
      data-size={size}
      data-variant={variant}
      className={classes(styles.button, className)}
    >
      {sign === null && icon}
    </button>
  )
  return tooltip ? (
    <Tooltip text={label} labels keyHint={keyHint} pinned={tellsOutcome}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
