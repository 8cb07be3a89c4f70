import type { KeptText } from '#web/api/unsent-texts/kept-text.ts'
import { discardKept } from '#web/api/unsent-texts/unsent-offer.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './NewIssuableForm.module.css'

/** Says that the form goes on with what was written in it earlier, in a line that is there: nothing moves. */
export function RestoredDraft({ kept: { place, isRestored, at } }: { readonly kept: KeptText }) {
  return (
    <span role="status" className={styles.restored}>
      {isRestored && at !== null && (
        <>
          Draft{' '}
          <span className={styles.when}>
            from <RelativeTime at={new Date(at).toISOString()} />
          </span>{' '}
          restored ·{' '}
          <button type="button" className={styles.aside} onClick={() => discardKept(place)}>
            Discard
          </button>
        </>
      )}
    </span>
  )
}
