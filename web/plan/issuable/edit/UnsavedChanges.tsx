import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useIssuable } from '../issuable-context.tsx'
import styles from './DraftNotice.module.css'
import { discardDraft } from './drafts.ts'

/** Offers to continue or to discard an unsaved edit. */
export function UnsavedChanges({ onContinue }: { readonly onContinue: () => void }) {
  const { issuable } = useIssuable()
  return (
    <div className={styles.notice}>
      <Banner
        action={
          <>
            <Button size="s" onClick={onContinue}>
              Continue editing
            </Button>
            <Button
              size="s"
              variant="quiet"
              onClick={() => showToast('Changes discarded', { undo: discardDraft(issuable.id) })}
            >
              Discard
            </Button>
          </>
        }
      >
        You have unsaved changes to the title or the description.
      </Banner>
    </div>
  )
}
