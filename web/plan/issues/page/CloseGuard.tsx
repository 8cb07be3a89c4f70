import { type ReactNode, useState } from 'react'
import { type AskBeforeClosing, CloseGuardContext } from '#web/plan/issuable/close-guard.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { useIssuePage } from './issue-page-context.ts'
import { blockersOf } from './related/related.ts'

const BlockedDialog = onDemand(() => import('./BlockedDialog.tsx').then(module => module.BlockedDialog))

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
      {answer !== null && <BlockedDialog blockers={blockers} onAnswer={settle} />}
    </CloseGuardContext>
  )
}
