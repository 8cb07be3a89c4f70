import { useCall } from '#web/api/use-call.ts'
import { DraftOverlaps } from '#web/foundation/OverlapBanner.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
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

const noLimit = (text: string) => text.trim() || 'No limit'
const labels = { count: { label: 'Issues', shown: noLimit }, weight: { label: 'Total weight', shown: noLimit } }

/** Some of the limits as the API takes them; those that are sent are numbers. */
const onWire = ({ count, weight }: { readonly count?: string; readonly weight?: string }) => ({
  ...(count === undefined ? {} : { maxIssueCount: read(count) ?? 0 }),
  ...(weight === undefined ? {} : { maxIssueWeight: read(weight) ?? 0 }),
})

/** Asks for the most issues, and the most weight, that a list should hold. */
export function LimitsDialog({ namespace, boardId, list, onClose }: LimitsDialogProps) {
  const draft = useDraft({ count: shown(list.maxIssueCount), weight: shown(list.maxIssueWeight) })
  const { count, weight } = draft.values
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
      problem={draft.overlaps.length > 0 ? null : save.error?.message}
      onSubmit={() => {
        if (draft.isChanged) save.mutate({ ...onWire(draft.changes), expected: onWire(draft.expected) })
        else onClose()
      }}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
      <p>A list over a limit is highlighted. Issues can still be moved to it.</p>
      <FormField label="Issues" hint="Leave empty for no limit." error={problem(maxIssueCount)}>
        <TextInput
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onValue={next => draft.set({ count: next })}
        />
      </FormField>
      <FormField label="Total weight" hint="Leave empty for no limit." error={problem(maxIssueWeight)}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          value={weight}
          onValue={next => draft.set({ weight: next })}
        />
      </FormField>
    </FormDialog>
  )
}
