import { Tooltip } from '../floating/Tooltip.tsx'
import { LabelChip } from './LabelChip.tsx'
import styles from './LabelChips.module.css'

interface ChipLabel {
  readonly id: number
  readonly name: string
  readonly color: string
  readonly textColor: string
  readonly description: string | null
}

interface LabelChipsProps {
  readonly labels: readonly ChipLabel[]
  readonly hrefOf?: (name: string) => string
  readonly most?: number
  /** The number of letters that fit beside each other: labels are left out rather than cut. */
  readonly letters?: number
}

/** The first labels, and how many more there are. */
export function LabelChips({ labels, hrefOf, most = 3, letters = 36 }: LabelChipsProps) {
  let left = letters
  const shown = labels.slice(0, most).filter(({ name }, nth) => {
    // Each has ends of its own.
    left -= name.length + 3
    return left >= 0 || nth === 0
  })
  const rest = labels.slice(shown.length)
  const names = rest.map(label => label.name).join(', ')
  return (
    <>
      {shown.map(label => (
        <LabelChip
          key={label.id}
          size="s"
          title={label.name}
          color={label.color}
          textColor={label.textColor}
          description={label.description}
          {...(hrefOf && { href: hrefOf(label.name) })}
        />
      ))}
      {rest.length > 0 && (
        <Tooltip text={names} labels>
          <span role="img" aria-label={`More labels: ${names}`} className={styles.rest}>
            +{rest.length}
          </span>
        </Tooltip>
      )}
    </>
  )
}
