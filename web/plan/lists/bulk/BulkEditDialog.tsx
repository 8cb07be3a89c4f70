import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CallError, call } from '#web/api/client.ts'
import { previewBulkEdit, startBulkEdit } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import styles from '#web/plan/change-sets/ChangeSet.module.css'
import type { DoneWords } from '#web/plan/change-sets/change-words.ts'
import { RefusedItems } from '#web/plan/change-sets/RefusedItems.tsx'
import type { StartedChange } from '#web/plan/change-sets/undo-change.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import type { IssueFilterInput, IssueUpdate } from './bulk-edit.ts'

interface BulkEditDialogProps {
  /** The singular noun of the rows: "incident". */
  readonly one: string
  readonly namespace: string
  readonly filter: IssueFilterInput
  readonly update: IssueUpdate
  readonly done: DoneWords
  /** The change in words. */
  readonly what: string
  readonly onStarted: (started: StartedChange) => void
  readonly onClose: () => void
}

/** The preview of an edit of all issues that a list finds, before it is started. */
export function BulkEditDialog(props: BulkEditDialogProps) {
  const { one, namespace, filter, update, done, what, onStarted, onClose } = props
  const asked = { namespace, filter, update }
  const preview = useQuery({
    queryKey: [previewBulkEdit.name, asked],
    queryFn: () => call(previewBulkEdit, asked),
    // The preview is of this moment.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
  const start = useOperation(startBulkEdit, { onSuccess: edit => onStarted({ sets: [edit], done }) })
  const told = preview.data
  const problem = start.error instanceof CallError ? start.error.message : null
  return (
    <Dialog
      title={`Edit all matching ${one}s`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={start.isPending}
            disabled={told === undefined || told.changed === 0}
            data-autofocus
            onClick={() => start.mutate(asked)}
          >
            {told === undefined ? `Edit ${one}s` : `Edit ${counted(told.changed, one)}`}
          </Button>
        </>
      }
    >
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {preview.isError && <RetryBanner onRetry={preview.refetch}>{editMessages.previewFailed}</RetryBanner>}
      {preview.isPending && <Skeleton rows={2} label="Loading the preview" />}
      {told !== undefined && (
        <div className={styles.preview} role="status">
          <p>
            <strong>{what}.</strong> {counted(told.changed, one)} of {told.total.toLocaleString('en')} will change.
            {told.unchanged > 0 &&
              ` ${counted(told.unchanged, one)} already ${told.unchanged === 1 ? 'has' : 'have'} these values.`}
          </p>
          <RefusedItems word={one} refusals={told.refused} outcome="will not change" />
        </div>
      )}
    </Dialog>
  )
}
