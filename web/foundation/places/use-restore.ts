import {
  dashboardPage,
  groupPage,
  groupSettingsPage,
  namespacePage,
  projectSettingsPage,
  restoreGroup,
  restoreProject,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

/** Pages that show whether something is marked for deletion. */
const refreshes = [dashboardPage, groupPage, namespacePage, projectSettingsPage, groupSettingsPage]

/** Restore a project or group that is marked for deletion. */
export function useRestore({ kind, name }: { readonly kind: 'project' | 'group'; readonly name: string }) {
  const options = { refreshes, onSuccess: () => showToast(`${name} restored`) }
  const project = useOperation(restoreProject, options)
  const group = useOperation(restoreGroup, options)
  return kind === 'project' ? project : group
}
