import { useState } from 'react'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { fromLocalTime, toLocalTime } from '#web/ui/forms/dates/local-time.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from '../messages.ts'
import { saveOptions } from '../save.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

interface MergeTimeDialogProps {
  readonly mergeAfter: string | null
  readonly onClose: () => void
}

/** Chooses when the merge request can be merged at the earliest. */
export function MergeTimeDialog({ mergeAfter, onClose }: MergeTimeDialogProps) {
  const [time, setTime] = useState(mergeAfter === null ? '' : toLocalTime(mergeAfter))
  const { run, isPending, error } = useSave({ save: saveOptions, failure: messages.mergeAfter })
  const { state } = useMergeRequestPage().mergeRequest
  const chosen = time === '' ? null : fromLocalTime(time)
  return (
    <FormDialog
      title="Set merge time"
      description="The merge request cannot be merged before this time. Auto-merge also waits."
      size="s"
      submit="Save"
      disabled={time !== '' && chosen === null}
      busy={isPending}
      problem={error}
      onClose={onClose}
      onSubmit={() => run({ mergeAfter: chosen }, onClose)}
    >
      {state !== 'opened' && <Banner tone="warning">{messages.notOpen}</Banner>}
      <FormField label="Merge after" hint="In your time zone. Leave empty to allow a merge at any time.">
        <TextInput type="datetime-local" data-autofocus value={time} onValue={setTime} />
      </FormField>
    </FormDialog>
  )
}
