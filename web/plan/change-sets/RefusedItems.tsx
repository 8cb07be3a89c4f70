import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './ChangeSet.module.css'
import type { Refusals } from './change-words.ts'

interface RefusedItemsProps {
  /** The singular noun of the items. */
  readonly word: string
  readonly refusals: Refusals
  readonly outcome: 'will not change' | 'did not change' | 'not moved' | 'not cloned'
}

/** The items that a change leaves as they are, by reason. */
export function RefusedItems({ word, refusals, outcome }: RefusedItemsProps) {
  return refusals.map(({ reason, count, items }) => (
    <details key={reason} className={styles.refused} open={refusals.length === 1 && outcome !== 'will not change'}>
      <summary>
        {counted(count, word)} {outcome}: {reason}
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
