import { type ReactNode, useState } from 'react'
import { type AskBeforeClosing, CloseGuardContext } from '#web/plan/issuable/close-guard.ts'
import { messages } from '#web/plan/messages.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import styles from './CloseGuard.module.css'
import { useIssuePage } from './issue-page-context.ts'
import { blockersOf } from './related/related.ts'

/**
 * Asks before an issue is closed that others block; answers at once for every other change of state.
 *
 * @source ISSUE-020, ISSUE-021, ISSUE-022, ISSUE-023, ISSUE-024
 */
export function CloseGuard({ children }: { readonly children: ReactNode }) {
  const { issue, linkedIssues } = useIssuePage()
  const [answer, setAnswer] = useState<((isSure: boolean) => void) | null>(null)
  const blockers = blockersOf(linkedIssues)

  const ask: AskBeforeClosing = () =>
    issue.state !== 'opened' || blockers.length === 0
      ? Promise.resolve(true)
      : new Promise(resolve => setAnswer(() => resolve))

  function settle(isSure: boolean) {
    answer?.(isSure)
    setAnswer(null)
  }

  return (
    <CloseGuardContext value={ask}>
      {children}
      {answer !== null && (
        <ConfirmDialog
          title={messages.closeBlocked}
          confirm={messages.closeAnyway}
          tone="danger"
          onConfirm={() => settle(true)}
          onClose={() => settle(false)}
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
      )}
    </CloseGuardContext>
  )
}
