import type { ComponentPropsWithRef } from 'react'
import styles from './Stack.module.css'

interface StackProps extends Omit<ComponentPropsWithRef<'div'>, 'className'> {
  /** A step of the scale of `--space-`. */
  readonly gap?: 1 | 2 | 3 | 4 | 5
}

/** Parts one below the other, the same distance apart. */
export function Stack({ gap = 4, ...rest }: StackProps) {
  return <div {...rest} data-gap={gap} className={styles.stack} />
}
