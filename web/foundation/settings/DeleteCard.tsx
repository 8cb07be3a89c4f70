import { counted } from '#web/ui/text/counted.ts'
import { useDelete } from '../places/use-delete.ts'
import { formProblem } from '../problems.ts'
import { ConfirmedActionCard } from './ConfirmedActionCard.tsx'

interface DeleteCardProps {
  readonly kind: 'project' | 'group'
  readonly id: number
  readonly name: string
  readonly fullPath: string
  /** Days in which it can be restored; 0 when it is deleted at once. */
  readonly days: number
  /** What is deleted with it: "its repository and issues". */
  readonly holds: string
}

/** Deletes a project or group, then opens the list where it can be restored. */
export function DeleteCard({ kind, id, name, fullPath, days, holds }: DeleteCardProps) {
  const remove = useDelete(
    kind,
    days === 0
      ? { said: `${name} deleted`, goesTo: '/' }
      : { said: `${name} will be deleted in ${counted(days, 'day')}`, goesTo: '/?tab=pending' },
  )
  return (
    <ConfirmedActionCard
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
        : `The ${kind}, including ${holds}, will be deleted in ${counted(days, 'day')}. Until then, it is read-only and its owners can restore it.`}
    </ConfirmedActionCard>
  )
}
