import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { signFrom } from '../icon.tsx'
import { Anchor, type AnchorProps } from './Anchor.tsx'
import styles from './Button.module.css'
import { Spinner } from './Spinner.tsx'

interface ButtonLook {
  readonly variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet'
  readonly size?: 's' | 'm' | 'l'
  readonly icon?: ReactNode
  readonly trailing?: ReactNode
  /** Whether the button fills the width of its container. */
  readonly block?: boolean
}

export interface ButtonProps extends ButtonLook, ComponentPropsWithRef<'button'> {
  /** Work is under way: a second press does nothing, the width stays, the focus stays. */
  readonly busy?: boolean
}

export function Button(props: ButtonProps) {
  const {
    variant = 'secondary',
    size = 'm',
    icon,
    trailing,
    block,
    busy,
    children,
    className,
    onClick,
    ...rest
  } = props
  return (
    <button
      type="button"
      {...rest}
      onClick={event => {
        if (busy || isSecondOfDouble(event)) event.preventDefault()
        else onClick?.(event)
      }}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      data-busy={busy || undefined}
      className={classes(styles.button, className)}
    >
      {busy && <Spinner className={styles.spinner} size="s" label="Working" />}
      <Face icon={icon} trailing={trailing}>
        {children}
      </Face>
    </button>
  )
}

/** Treat a double click as one click: the button may have changed its action after the first one. */
const isSecondOfDouble = (event: MouseEvent): boolean => event.detail > 1

interface LinkButtonProps extends ButtonLook, AnchorProps {}

/** A link that looks like a button, for what leads to a page of its own. */
export function LinkButton(props: LinkButtonProps) {
  const { variant = 'secondary', size = 'm', icon, trailing, block, children, className, ...rest } = props
  return (
    <Anchor
      {...rest}
      data-variant={variant}
      data-size={size}
      data-block={block || undefined}
      className={classes(styles.button, className)}
    >
      <Face icon={icon} trailing={trailing}>
        {children}
      </Face>
    </Anchor>
  )
}

function Face({ icon, trailing, children }: Pick<ButtonProps, 'icon' | 'trailing' | 'children'>) {
  const sign = signFrom(icon)
  return (
    <span {...sign} className={styles.face}>
      {icon && sign === null && <span className={styles.icon}>{icon}</span>}
      {children}
      {trailing && <span className={styles.icon}>{trailing}</span>}
    </span>
  )
}
