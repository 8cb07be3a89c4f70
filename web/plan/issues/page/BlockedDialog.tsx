import { messages } from '#web/plan/messages.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import styles from './BlockedDialog.module.css'
import type { blockersOf } from './related/related.ts'

interface BlockedDialogProps {
  readonly blockers: ReturnType<typeof blockersOf>
  readonly onAnswer: (isSure: boolean) => void
}

/** Asks before an issue is closed that others block. @source ISSUE-020, ISSUE-021, ISSUE-022 */
export function BlockedDialog({ blockers, onAnswer }: BlockedDialogProps) {
  return (
    <ConfirmDialog
      title={messages.closeBlocked}
      confirm={messages.closeAnyway}
      tone="danger"
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    >
      <p>{messages.blockedBy}</p>
      <ul className={styles.list}>
        {blockers.map(blocker => (
          <li key={blocker.linkId}>
            <TextLink href={blocker.path}>{blocker.reference}</TextLink> {blocker.title}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
