import { dashboardPage, deleteGroup, deleteProject } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { formProblem } from '../problems.ts'
import { Deed } from './Deed.tsx'

interface DeleteCardProps {
  readonly kind: 'project' | 'group'
  readonly id: number
  readonly name: string
  readonly fullPath: string
  /** For so many days it can be restored; 0: it is deleted at once. */
  readonly days: number
  /** What is deleted with it: "its repository and issues". */
  readonly holds: string
}

/** Deletes a project or group, and leads to where it can be restored. */
export function DeleteCard({ kind, id, name, fullPath, days, holds }: DeleteCardProps) {
  const goTo = useGoTo()
  const options = {
    refreshes: [dashboardPage],
    onSuccess: () => {
      showToast(days === 0 ? `${name} deleted` : `${name} will be deleted in ${counted(days)}`)
      goTo(days === 0 ? '/' : '/?tab=pending', { replace: true })
    },
  }
  const removals = { project: useOperation(deleteProject, options), group: useOperation(deleteGroup, options) }
  const remove = removals[kind]
  return (
    <Deed
      title="Delete"
      verb={`Delete ${kind}`}
      tone="danger"
      typed={fullPath}
      busy={remove.isPending}
      error={formProblem(remove.error)}
      onDo={() => remove.mutate({ id, fullPath })}
    >
      {days === 0
        ? `This deletes the ${kind}, including ${holds}. This cannot be undone.`
        : `The ${kind}, including ${holds}, will be deleted in ${counted(days)}. Until then, it is read-only and its owners can restore it.`}
    </Deed>
  )
}

const counted = (days: number): string => `${days} day${days === 1 ? '' : 's'}`
