import { XIcon } from '@primer/octicons-react'
import type { CSSProperties } from 'react'
import { Anchor } from '../actions/Anchor.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './LabelChip.module.css'
import { labelColours } from './label-colours.ts'

interface LabelChipProps {
  /** `key::value` shows in two parts; the last `::` divides. */
  readonly title: string
  /** `#rrggbb` */
  readonly color: string
  readonly textColor?: string | null
  readonly description?: string | null
  readonly href?: string
  readonly onRemove?: () => void
  readonly size?: 's' | 'm'
}

export function LabelChip({ title, color, textColor, description, href, onRemove, size = 'm' }: LabelChipProps) {
  const colours = labelColours(color, textColor)
  const divider = title.lastIndexOf('::')
  const isScoped = divider > 0 && divider < title.length - 2
  // The label's own colours, as the person chose them.
  const style = {
    '--chip-ground': colours.ground,
    '--chip-ink': colours.ink,
    '--chip-dark-ground': colours.darkGround,
    '--chip-dark-ink': colours.darkInk,
    '--chip-dark-line': colours.darkLine,
  } as CSSProperties
  const look = {
    className: styles.chip,
    style,
    'data-size': size,
    'data-scoped': isScoped || undefined,
    title: description || undefined,
  }
  if (!(isScoped || onRemove))
    return href ? (
      <Anchor {...look} href={href} isIsolated>
        {title}
      </Anchor>
    ) : (
      <bdi {...look}>{title}</bdi>
    )
  const words = (
    <>
      <bdi className={styles.key}>{isScoped ? title.slice(0, divider) : title}</bdi>
      {isScoped && (
        <>
          <VisuallyHidden>::</VisuallyHidden>
          <bdi className={styles.value}>{title.slice(divider + 2)}</bdi>
        </>
      )}
    </>
  )
  return (
    <span {...look} data-parted data-removable={onRemove ? true : undefined}>
      {href ? (
        <Anchor href={href} className={styles.words}>
          {words}
        </Anchor>
      ) : (
        <span className={styles.words}>{words}</span>
      )}
      {onRemove && (
        <button type="button" aria-label={`Remove label ${title}`} className={styles.remove} onClick={onRemove}>
          <XIcon size={12} />
        </button>
      )}
    </span>
  )
}
