import { Discussions } from '#web/discuss/Discussions.tsx'
import { useIssuable } from './issuable-context.tsx'
import { useNoteable } from './use-noteable.ts'
import { useStateToggle } from './use-state-toggle.ts'

/** The discussion of the issuable. */
export function IssuableDiscussion() {
  const { issuable, viewer } = useIssuable()
  const noteable = useNoteable()
  const toggle = useStateToggle()
  const stateChange = toggle && {
    isBusy: toggle.isPending,
    error: toggle.error,
    forgetError: toggle.forgetError,
    ask: toggle.ask,
    run: toggle.run,
  }
  return (
    <Discussions
      noteable={noteable}
      stateChange={stateChange}
      reading={viewer.reading}
      notesFilter={viewer.notesFilter}
      drafts={viewer.draftsCount}
      expected={issuable.notesCount}
    />
  )
}
