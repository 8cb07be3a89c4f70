import { useState } from 'react'
import { useCall } from '#web/plan/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { boardReadings, type ListChanges, updateList } from '../calls.ts'
import { listTitle } from '../messages.ts'
import type { BoardListData, BoardPageData } from '../shapes.ts'

interface LimitsDialogProps {
  readonly namespace: BoardPageData['namespace']
  readonly boardId: number
  readonly list: BoardListData
  readonly onClose: () => void
}

const shown = (limit: number): string => (limit === 0 ? '' : String(limit))
/** Null where it is not a number. */
const read = (text: string): number | null =>
  text.trim() === '' ? 0 : /^\d{1,9}$/.test(text.trim()) ? Number(text) : null

/** Asks for the most issues, and the most weight, that a list should hold. */
export function LimitsDialog({ namespace, boardId, list, onClose }: LimitsDialogProps) {
  const [count, setCount] = useState(shown(list.maxIssueCount))
  const [weight, setWeight] = useState(shown(list.maxIssueWeight))
  const save = useCall((limits: ListChanges): Promise<unknown> => updateList(namespace, boardId, list.id, limits), {
    refreshes: boardReadings,
    onSuccess: onClose,
  })
  const [maxIssueCount, maxIssueWeight] = [read(count), read(weight)]
  const problem = (limit: number | null) => (limit === null ? 'Enter a whole number.' : null)
  return (
    <FormDialog
      title={`Set limits for ${listTitle(list)}`}
      onClose={onClose}
      submit="Save limits"
      disabled={maxIssueCount === null || maxIssueWeight === null}
      busy={save.isPending}
      problem={save.error?.message ?? null}
      onSubmit={() => {
        if (maxIssueCount !== null && maxIssueWeight !== null && !save.isPending)
          save.mutate({ maxIssueCount, maxIssueWeight })
      }}
    >
      <p>A list over a limit is highlighted. Issues can still be moved to it.</p>
      <FormField label="Issues" hint="Leave empty for no limit." error={problem(maxIssueCount)}>
        <TextInput data-autofocus inputMode="numeric" autoComplete="off" value={count} onValue={setCount} />
      </FormField>
      <FormField label="Total weight" hint="Leave empty for no limit." error={problem(maxIssueWeight)}>
        <TextInput inputMode="numeric" autoComplete="off" value={weight} onValue={setWeight} />
      </FormField>
    </FormDialog>
  )
}
