import { KeptText } from '#web/api/unsent-texts/KeptText.tsx'
import { useIsKept } from '#web/api/unsent-texts/kept-text.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIssuable } from '../issuable-context.tsx'
import styles from './DraftNotice.module.css'
import { draftPlaces } from './drafts.ts'

const UnsavedChanges = onDemand(() => import('./UnsavedChanges.tsx').then(module => module.UnsavedChanges), {
  holdsKeys: false,
})

interface DraftNoticeProps {
  /** Null for a user who may not save it. */
  readonly onContinue: (() => void) | null
}

/** Says that an edit was begun and not saved, here or on another device. */
export function DraftNotice({ onContinue }: DraftNoticeProps) {
  return onContinue === null ? <KeptDraft /> : <OpenDraft onContinue={onContinue} />
}

function OpenDraft({ onContinue }: { readonly onContinue: () => void }) {
  const { issuable } = useIssuable()
  const places = draftPlaces.all(issuable.id)
  const isThere = useIsKept(places)
  return (
    <>
      {isThere && <UnsavedChanges onContinue={onContinue} />}
      <div className={styles.edge}>
        <UnsentOfferButton places={places} onUse={onContinue} className={styles.gap} />
      </div>
    </>
  )
}

/** The text that a user wrote in the form before they lost the right to save it. */
function KeptDraft() {
  const { issuable } = useIssuable()
  return (
    <>
      <KeptText place={draftPlaces.title(issuable.id)} label="Unsaved title" />
      <KeptText place={draftPlaces.description(issuable.id)} label="Unsaved description" />
    </>
  )
}
