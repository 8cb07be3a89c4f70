import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './ChangeSet.module.css'
import type { Refusals } from './change-words.ts'

interface RefusedItemsProps {
  /** What they are, in the singular. */
  readonly word: string
  readonly refusals: Refusals
  readonly tense: 'will' | 'did'
}

/** The items that a change set does not change, by reason. */
export function RefusedItems({ word, refusals, tense }: RefusedItemsProps) {
  return refusals.map(({ reason, count, items }) => (
    <details key={reason} className={styles.refused} open={refusals.length === 1 && tense === 'did'}>
      <summary>
        {counted(count, word)} {tense === 'will' ? 'will not change' : 'did not change'}: {reason}
      </summary>
      <ul>
        {items.map(({ reference, title, webPath }) => (
          <li key={webPath}>
            <TextLink href={webPath}>
              {reference} {title}
            </TextLink>
          </li>
        ))}
        {count > items.length && <li>and {counted(count - items.length, 'other')}</li>}
      </ul>
    </details>
  ))
}
