import { useState } from 'react'
import { linkFlagToIssue, listFeatureFlags, listFlagsOfIssue } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { useId } from '#web/ui/use-id.tsx'

interface LinkFlagDialogProps {
  readonly projectId: number
  /** The issue's place. */
  readonly issue: { readonly namespace: string; readonly iid: number }
  readonly linked: readonly string[]
  readonly onClose: () => void
}

/** Link an issue to a feature flag of its project. @source FLAG-003 */
export function LinkFlagDialog({ projectId, issue, linked, onClose }: LinkFlagDialogProps) {
  const [name, setName] = useState('')
  const optionsId = useId()
  const { data: flags = [] } = useReading(listFeatureFlags, {
    ...{ id: projectId, perPage: 100 },
    ...(name.trim() !== '' && { search: name.trim() }),
  })
  const link = useOperation(linkFlagToIssue, { refreshes: [listFlagsOfIssue], onSuccess: onClose })
  return (
    <FormDialog
      title="Link a feature flag"
      submit="Link feature flag"
      size="s"
      disabled={name.trim() === ''}
      busy={link.isPending}
      onSubmit={() => link.mutate({ ...issue, flag: name.trim() })}
      onClose={onClose}
    >
      <FormField label="Feature flag" refusal={link.error?.message}>
        <TextInput
          code
          value={name}
          onValue={setName}
          list={optionsId}
          maxLength={255}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </FormField>
      <datalist id={optionsId}>
        {flags.map(
          flag =>
            !linked.includes(flag.name) && <option key={flag.iid} value={flag.name} label={flag.description ?? ''} />,
        )}
      </datalist>
    </FormDialog>
  )
}
