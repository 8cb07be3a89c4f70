import { useEffect } from 'react'
import { endTakeOver, isTakingOver, takeOverLater } from '#web/api/page.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { LatePart } from '#web/ui/LatePart.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { issueKind } from './issue-kind.ts'
import { useIssuePage } from './issue-page-context.ts'

/** Its script is half of the page's. */
export const Discussion = onDemand(
  () => import('#web/plan/issuable/IssuableDiscussion.tsx').then(module => module.IssuableDiscussion),
  { holdsKeys: false },
)

/** Load the discussion, and read its first comments. */
export async function discussionAhead({ namespace, issue, viewer }: IssuePageData): Promise<void> {
  await Discussion.ahead()
  const { readAhead } = await import('#web/discuss/reading/ahead.ts')
  const key = { kind: issueKind, namespace: namespace.fullPath, iid: issue.iid }
  await readAhead(key, viewer.notesFilter, viewer.reading)
}

/** The discussion of an issue, hydrated after the rest of its page. */
export function LateDiscussion() {
  const page = useIssuePage()
  return (
    <LatePart name="discussion-" load={() => load(page)}>
      <Discussion />
      <TakenOver />
    </LatePart>
  )
}

function load(page: IssuePageData): Promise<void> | null {
  if (!isTakingOver()) return Discussion.ahead()
  takeOverLater()
  return discussionAhead(page).catch(() => undefined)
}

function TakenOver() {
  // Text that was typed before is outside of React.
  useEffect(endTakeOver, [])
  return null
}
