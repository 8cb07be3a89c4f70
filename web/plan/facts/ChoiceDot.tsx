import type { PlainChoice } from '#contract/plan/attributes/plain-attributes.ts'
import styles from './ChoiceDot.module.css'

/** A choice with the dot of its tone. */
export function ChoiceDot({ choice }: { readonly choice: PlainChoice }) {
  return (
    <span className={styles.choice}>
      <Dot tone={choice.tone} /> {choice.label}
    </span>
  )
}

export const Dot = ({ tone }: Pick<PlainChoice, 'tone'>) => (
  <span aria-hidden="true" className={styles.dot} data-tone={tone} />
)
