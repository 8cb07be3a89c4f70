import { dashboardPage, deleteGroup, deleteProject } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

interface Afterwards {
  readonly said: string
  /** The page that is shown instead of the deleted one. */
  readonly goesTo: string
}

/** Delete a project or group from its own pages, and leave them. */
export function useDelete(kind: 'project' | 'group', { said, goesTo }: Afterwards) {
  const goTo = useGoTo()
  const options = {
    refreshes: [dashboardPage],
    onSuccess: () => {
      showToast(said)
      goTo(goesTo, { replace: true })
    },
  }
  const project = useOperation(deleteProject, options)
  const group = useOperation(deleteGroup, options)
  return kind === 'project' ? project : group
}
