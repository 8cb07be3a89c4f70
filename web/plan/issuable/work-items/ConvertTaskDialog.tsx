import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import type { CallError } from '#web/api/client.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './ConvertTaskDialog.module.css'
import type { ConvertedTask, CreatedWorkItem } from './calls.ts'
import { messages } from './messages.ts'
import { TypeField, TypesFailure, useTypes } from './types.tsx'

interface ConvertTaskDialogProps {
  /** Full path of the project. */
  readonly namespace: string
  /** The title of the item of the task list. */
  readonly title: string
  /** @throws CallError */
  readonly convert: (given: ConvertedTask) => Promise<CreatedWorkItem | null>
  readonly onConverted: (created: CreatedWorkItem) => void
  readonly onClose: () => void
}

/** An item of a task list becomes a work item of a type and title. @source WORKITEM-004, TASK-011, ERRMSG-002 */
export function ConvertTaskDialog({ namespace, title: first, convert, onConverted, onClose }: ConvertTaskDialogProps) {
  const [title, setTitle] = useState(first)
  const [typeName, setTypeName] = useState('Task')
  const types = useTypes(namespace, typeName)
  const converting = useMutation<CreatedWorkItem | null, CallError, ConvertedTask>({
    mutationFn: convert,
    onSuccess: created => {
      if (created !== null) onConverted(created)
    },
  })
  const { chosen } = types
  const canConvert = title.trim() !== '' && chosen !== null
  return (
    <Dialog title="Convert to work item" onClose={onClose}>
      <form
        aria-label="Convert to work item"
        className={styles.short}
        onSubmit={event => {
          event.preventDefault()
          if (canConvert && !converting.isPending) converting.mutate({ title: title.trim(), workItemTypeId: chosen.id })
        }}
      >
        <TypesFailure types={types} />
        {(converting.isError || (converting.isSuccess && converting.data === null)) && (
          <Banner tone="danger" onDismiss={converting.reset}>
            {converting.error?.status === 422 ? converting.error.message : messages.create}
          </Banner>
        )}
        <TypeField types={types} onChoose={setTypeName} />
        <FormField label="Title" required>
          <TextInput autoFocus data-autofocus maxLength={titleLimit} value={title} onValue={setTitle} />
        </FormField>
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" disabled={!canConvert} busy={converting.isPending}>
            Create work item
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
