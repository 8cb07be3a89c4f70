import { useRouter } from '#web/api/router/context.ts'
import { useCall } from '#web/api/use-call.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'

interface PageDialogProps {
  /** The sentence about who is paged. */
  readonly description: string
  /** Names the schedule or policy: what is typed is kept for it. */
  readonly place: string
  /** Opens an incident with a title. @returns its path; null for one that the user cannot see */
  readonly send: (title: string) => Promise<string | null>
  readonly onClose: () => void
}

const longestTitle = 255

/** Opens an incident and pages people about it. */
export function PageDialog({ description, place, send, onClose }: PageDialogProps) {
  const router = useRouter()
  const draft = useKeptDraft(`page ${place}`, { title: '' }, { isNew: true })
  const { title } = draft.values
  const paging = useCall((_: null) => send(title.trim()), {
    refreshes: [],
    onSuccess: path => {
      draft.forget()
      if (path === null) onClose()
      else router.navigate(path)
    },
  })
  return (
    <FormDialog
      title="Page now"
      description={description}
      size="s"
      draft={draft}
      onClose={onClose}
      submit="Page now"
      disabled={title.trim() === ''}
      busy={paging.isPending}
      problem={paging.error?.message}
      onSubmit={() => paging.mutate(null)}
    >
      <FormField label="What is wrong?" required>
        <TextInput
          data-autofocus
          value={title}
          maxLength={longestTitle}
          autoComplete="off"
          onValue={next => draft.set({ title: next })}
        />
      </FormField>
    </FormDialog>
  )
}
