import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { useIsKept } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { useIssuable } from '../issuable-context.tsx'
import styles from './DraftNotice.module.css'
import { discardDraft, draftPlaces } from './drafts.ts'

/** Says that an edit was begun and not saved, here or on another device. */
export function DraftNotice({ onContinue }: { readonly onContinue: () => void }) {
  const { issuable } = useIssuable()
  const places = draftPlaces.all(issuable.id)
  const isThere = useIsKept(places)
  return (
    <>
      {isThere && (
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
      )}
      <div className={styles.edge}>
        <UnsentOfferButton places={places} onUse={onContinue} className={styles.gap} />
      </div>
    </>
  )
}

/** What was written in the form by somebody who may not save it any more. */
export function KeptDraft() {
  const { issuable } = useIssuable()
  return (
    <>
      <KeptText place={draftPlaces.title(issuable.id)} label="Unsaved title" />
      <KeptText place={draftPlaces.description(issuable.id)} label="Unsaved description" />
    </>
  )
}
