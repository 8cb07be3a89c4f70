import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import { createStatusComponent, getStatusSettingsPage, updateStatusComponent } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { ComponentData } from './shapes.ts'

type ComponentFields = Pick<ComponentData, 'name' | 'description' | 'heading'>

const labels: FieldLabels<ComponentFields> = { name: 'Name', description: 'Description', heading: 'Group heading' }
const fields = ['name', 'description', 'heading'] as const
const blank: ComponentFields = { name: '', description: '', heading: '' }

interface ComponentDialogProps {
  readonly projectId: number
  /** Null for a new one. */
  readonly component: ComponentData | null
  readonly onClose: () => void
}

/** The form of a component of the status page. */
export function ComponentDialog({ projectId: id, component, onClose }: ComponentDialogProps) {
  const isNew = component === null
  const saved = isNew ? blank : { name: component.name, description: component.description, heading: component.heading }
  const draft = useKeptDraft<ComponentFields>(`component ${component?.id ?? 'new'}`, saved, { isNew })
  const { values, set } = draft
  const told = {
    refreshes: [getStatusSettingsPage],
    onSuccess: () => {
      draft.forget()
      showToast(component === null ? 'Component created' : 'Component saved')
      onClose()
    },
  }
  const create = useOperation(createStatusComponent, told)
  const update = useOperation(updateStatusComponent, told)
  const { error } = component === null ? create : update

  function submit() {
    if (component === null) create.mutate({ id, ...values })
    else if (!draft.isChanged) onClose()
    else update.mutate({ id, componentId: component.id, ...draft.changes, expected: draft.expected })
  }

  return (
    <FormDialog
      title={component === null ? 'New component' : 'Edit component'}
      draft={draft}
      onClose={onClose}
      submit={component === null ? 'Create component' : 'Save component'}
      disabled={values.name.trim() === ''}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, fields)}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField
        label="Name"
        hint="A name that your users know, such as “Website” or “Payments”."
        required
        refusal={fieldProblem(error, 'name', 'Name')}
      >
        <TextInput
          data-autofocus
          autoComplete="off"
          maxLength={statusLimits.name}
          value={values.name}
          onValue={name => set({ name })}
        />
      </FormField>
      <FormField label="Description" optional refusal={fieldProblem(error, 'description', 'Description')}>
        <TextInput
          autoComplete="off"
          maxLength={statusLimits.description}
          value={values.description}
          onValue={description => set({ description })}
        />
      </FormField>
      <FormField
        label="Group heading"
        hint="Components with the same heading are shown together."
        optional
        refusal={fieldProblem(error, 'heading', 'Group heading')}
      >
        <TextInput
          autoComplete="off"
          maxLength={statusLimits.heading}
          value={values.heading}
          onValue={heading => set({ heading })}
        />
      </FormField>
    </FormDialog>
  )
}
