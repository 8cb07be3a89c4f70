import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import type { CallError } from '#web/api/client.ts'
import { asking } from '#web/api/graphql.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { CreatedWorkItem, NewWorkItem } from './calls.ts'
import { messages } from './messages.ts'
import { projectWorkItemTypes } from './project-work-item-types.graphql.gen.ts'
import styles from './WorkItemForm.module.css'

interface WorkItemFormProps {
  /** Full path of the project. */
  readonly namespace: string
  /** The title to begin with. */
  readonly title?: string
  /** The name of the type that is chosen first. */
  readonly type?: string
  /** @throws CallError */
  readonly create: (given: NewWorkItem) => Promise<CreatedWorkItem | null>
  readonly onCreated: (created: CreatedWorkItem) => void
  readonly onCancel: () => void
}

/**
 * The form of a new work item. Where it stands decides what follows: it reports what was created, and that it was given up.
 *
 * @source WORKITEM-005, WORKITEM-006, WORKITEM-007, ERRMSG-001, ERRMSG-002
 */
export function WorkItemForm(props: WorkItemFormProps) {
  const { namespace, title: firstTitle = '', type: firstType, create, onCreated, onCancel } = props
  const [title, setTitle] = useState(firstTitle)
  const [chosen, setChosen] = useState<string | null>(null)
  const types = useQuery(asking(projectWorkItemTypes, { fullPath: namespace }))
  const offered = types.data?.workspace?.workItemTypes?.nodes?.filter(type => type !== null) ?? []
  const typeId = chosen ?? (offered.find(({ name }) => name === firstType) ?? offered[0])?.id ?? null
  const creating = useMutation<CreatedWorkItem | null, CallError, NewWorkItem>({
    mutationFn: create,
    onSuccess: created => {
      if (created !== null) onCreated(created)
    },
  })
  const canCreate = title.trim() !== '' && typeId !== null
  const failed = creating.isError || (creating.isSuccess && creating.data === null)
  return (
    <form
      aria-label="New work item"
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        if (canCreate && !creating.isPending) creating.mutate({ title: title.trim(), workItemTypeId: typeId })
      }}
    >
      {types.isError && (
        <Banner
          tone="danger"
          action={
            <Button size="s" busy={types.isFetching} onClick={() => void types.refetch()}>
              Try again
            </Button>
          }
        >
          {messages.fetchTypes}
        </Banner>
      )}
      {failed && (
        <Banner tone="danger" onDismiss={creating.reset}>
          {creating.error?.status === 422 ? creating.error.message : messages.create}
        </Banner>
      )}
      <FormField label="Type">
        <Select
          options={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={typeId ?? ''}
          disabled={offered.length === 0}
          onValue={setChosen}
        />
      </FormField>
      <FormField label="Title" required>
        <TextInput autoFocus data-autofocus dir="auto" maxLength={titleLimit} value={title} onValue={setTitle} />
      </FormField>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!canCreate} busy={creating.isPending}>
          Create work item
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
