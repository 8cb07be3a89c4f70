import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { workItemTypes } from '#contract/plan/work-items/work-item-types.ts'
import type { textBoxes } from '#contract/text-boxes.ts'
import type { CallError } from '#web/api/client.ts'
import { getNewIssuePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useKeptText } from '#web/api/unsent-texts/kept-text.ts'
import { keyFor } from '#web/api/unsent-texts/sent-key.ts'
import { UnsentOfferButton } from '#web/api/unsent-texts/UnsentOffer.tsx'
import { DescriptionField } from '#web/plan/issuable/edit/DescriptionField.tsx'
import { confidentialHint } from '#web/plan/issuable/new/confidential-hint.ts'
import { ParentField } from '#web/plan/issuable/new/fields.tsx'
import styles from '#web/plan/issuable/new/NewIssuableForm.module.css'
import type { CreatedWorkItem, NewWorkItem } from '#web/plan/issuable/work-items/calls.ts'
import { messages } from '#web/plan/issuable/work-items/messages.ts'
import { TypeField, TypesFailure, useTypes } from '#web/plan/issuable/work-items/types.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { holdsRefused } from '#web/ui/forms/refused.ts'
import { submitByKey } from '#web/ui/forms/submit-key.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { FurtherFields } from './FurtherFields.tsx'
import { ItemFields } from './ItemFields.tsx'
import { formTypeOf, missingFields, newWorkItem, typeNamed } from './new-work-item.ts'
import { noPlainFields } from './plain-fields.tsx'

interface WorkItemFormProps {
  /** Full path of the project. */
  readonly namespace: string
  /** The place where the form is stored until it is sent. */
  readonly place: ReturnType<(typeof textBoxes)['newWorkItem' | 'newTask']>
  /** The name of the type that is chosen first. */
  readonly type?: string
  /** The item that the new one will be in; null to let the reader choose. */
  readonly parent: { readonly confidential: boolean } | null
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
export function WorkItemForm({ namespace, place, type: firstType, parent, ...rest }: WorkItemFormProps) {
  const { create, onCreated, onCancel } = rest
  const kept = useKeptText(place, '', null, {
    fields: {
      title: '',
      type: formTypeOf(firstType),
      confidential: false,
      ...noPlainFields,
      assignees: [],
      labels: [],
      milestones: [],
      epics: [],
      parents: [],
      iterations: [],
      contacts: [],
      timeEstimate: '',
    },
    inDoubt: { confidential: true },
    keepsFieldsAlone: true,
  })
  const { fields } = kept
  const { title = '', confidential = false, parents = [] } = fields
  const { data: page } = useReading(getNewIssuePage, { namespace })
  const types = useTypes(namespace, workItemTypes[fields.type ?? 'issue'].name)
  const [isUploading, setUploading] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // The mutation is pending from the next render on: until then a second Enter would create another item.
  const isSent = useRef(false)
  const type = typeNamed(types.chosen?.name)
  const creating = useMutation<CreatedWorkItem | null, CallError, NewWorkItem>({
    mutationFn: create,
    onSuccess: created => {
      if (created === null) return
      kept.clear()
      onCreated(created)
    },
    onSettled: () => {
      isSent.current = false
    },
  })
  const canCreate = title.trim() !== '' && types.chosen !== null && !isUploading
  const failure = creating.error?.status === 422 ? creating.error.message : messages.create
  const failed = creating.isError || (creating.isSuccess && creating.data === null)
  // The server's sentences begin with the name of the field.
  const titleError = failed && /^title\b/i.test(failure) ? failure : null
  function submit() {
    if (!canCreate || types.chosen === null || isSent.current || holdsRefused(form.current)) return
    isSent.current = true
    const item = newWorkItem(
      types.chosen.id,
      type,
      { ...fields, description: kept.text, title: title.trim() },
      {
        setsFields: page?.permissions.canSetMetadata === true,
        isInParent: parent !== null,
      },
    )
    // Sending the same words again after a failure, or from another tab, must not create them twice.
    creating.mutate({ ...item, idempotencyKey: keyFor(place, JSON.stringify(item), kept.at) })
  }
  return (
    <form
      ref={form}
      aria-label="New work item"
      noValidate
      className={styles.form}
      onKeyDownCapture={submitByKey}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.main}>
        <TypesFailure types={types} />
        {failed && titleError === null && (
          <Banner tone="danger" onDismiss={creating.reset}>
            {failure}
          </Banner>
        )}
        <TypeField types={types} onChoose={name => kept.setFields({ type: formTypeOf(name) })} />
        <FormField label="Title" required error={titleError} aside={<UnsentOfferButton places={[place]} />}>
          <TextInput
            autoFocus
            data-autofocus
            maxLength={titleLimit}
            value={title}
            onValue={title => kept.setFields({ title })}
          />
        </FormField>
        <DescriptionField
          templates={null}
          namespace={namespace}
          target={{ type: 'Issue' }}
          rows={5}
          value={kept.text}
          onChange={kept.setText}
          onSubmit={submit}
          onBusy={setUploading}
        />
        {parent?.confidential !== true && (
          <Checkbox
            label={`This ${type} is confidential`}
            hint={confidentialHint}
            checked={confidential}
            onValue={confidential => kept.setFields({ confidential })}
          />
        )}
      </div>
      {page?.permissions.canSetMetadata && (
        <ItemFields
          page={page}
          type={type}
          values={fields}
          onChange={kept.setFields}
          hasEpic={parent === null && page.namespace.ancestorIds.length > 0 && parentTypesOf(type).includes('epic')}
          without={missingFields(type)}
          further={<FurtherFields page={page} values={fields} onChange={kept.setFields} />}
        >
          {parent === null && !parentTypesOf(type).includes('epic') && (
            <ParentField
              projectId={page.namespace.id}
              type={type}
              selected={parents}
              onChange={chosen => kept.setFields({ parents: chosen })}
            />
          )}
        </ItemFields>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" disabled={!canCreate} busy={creating.isPending}>
          Create work item
        </Button>
        <Button
          onClick={() => {
            kept.clear()
            onCancel()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}
