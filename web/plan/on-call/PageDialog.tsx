import { useState } from 'react'
import { useRouter } from '#web/api/router/context.ts'
import { useCall } from '#web/api/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'

interface PageDialogProps {
  /** The sentence about who is paged. */
  readonly description: string
  /** Opens an incident with a title. @returns its path; null for one that the user cannot see */
  readonly send: (title: string) => Promise<string | null>
  readonly onClose: () => void
}

const longestTitle = 255

/** Opens an incident and pages people about it. */
export function PageDialog({ description, send, onClose }: PageDialogProps) {
  const router = useRouter()
  const [title, setTitle] = useState('')
  const paging = useCall((_: null) => send(title.trim()), {
    refreshes: [],
    onSuccess: path => (path === null ? onClose() : router.navigate(path)),
  })
  return (
    <FormDialog
      title="Page now"
      description={description}
      size="s"
      onClose={onClose}
      submit="Page now"
      disabled={title.trim() === ''}
      busy={paging.isPending}
      problem={paging.error?.message}
      onSubmit={() => paging.mutate(null)}
    >
      <FormField label="What is wrong?" required>
        <TextInput data-autofocus value={title} maxLength={longestTitle} autoComplete="off" onValue={setTitle} />
      </FormField>
    </FormDialog>
  )
}
