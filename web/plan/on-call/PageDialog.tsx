import { useState } from 'react'
import { useRouter } from '#web/api/router/context.ts'
import { useCall } from '#web/api/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { pageSchedule, type ScheduleData } from './calls.ts'

interface PageDialogProps {
  readonly projectPath: string
  readonly schedule: ScheduleData
  readonly onClose: () => void
}

const longestTitle = 255

/** Opens an incident and pages the people on call. */
export function PageDialog({ projectPath, schedule, onClose }: PageDialogProps) {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const people = new Set(schedule.rotations.flatMap(({ duty }) => (duty.user === null ? [] : [duty.user.name])))
  const send = useCall((_: null) => pageSchedule(projectPath, schedule.iid, title.trim()), {
    refreshes: [],
    onSuccess: reply => {
      const path = reply.oncallSchedulePage?.issue?.webPath
      if (path == null) onClose()
      else router.navigate(path)
    },
  })
  return (
    <FormDialog
      title="Page now"
      description={`Opens an incident and pages ${new Intl.ListFormat('en').format(people)}.`}
      size="s"
      onClose={onClose}
      submit="Page now"
      disabled={title.trim() === ''}
      busy={send.isPending}
      problem={send.error?.message}
      onSubmit={() => send.mutate(null)}
    >
      <FormField label="What is wrong?" required>
        <TextInput data-autofocus value={title} maxLength={longestTitle} autoComplete="off" onValue={setTitle} />
      </FormField>
    </FormDialog>
  )
}
