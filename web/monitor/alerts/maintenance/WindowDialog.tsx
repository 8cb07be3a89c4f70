import { useState } from 'react'
import { maintenanceLimits } from '#contract/monitor/alerts/maintenance-limits.ts'
import { createMaintenanceWindow, getMaintenanceWindowsPage, updateMaintenanceWindow } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { fromLocalTime, toLocalTime } from '#web/ui/forms/dates/local-time.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { useKeptDraft } from '#web/ui/forms/kept-draft.ts'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { WindowData, WindowsPageData } from '../shapes.ts'

type WindowFields = Pick<WindowData, 'title' | 'services' | 'startsAt' | 'endsAt' | 'isPublished' | 'componentIds'>

const labels: FieldLabels<WindowFields> = {
  ...{
    title: 'Title',
    services: 'Services',
    startsAt: 'Start',
    endsAt: 'End',
    isPublished: 'Status page',
    componentIds: 'Affected components',
  },
}
const fields = ['title', 'services', 'startsAt', 'endsAt', 'isPublished', 'componentIds'] as const
const refreshes = [getMaintenanceWindowsPage]
const usualMs = 60 * 60_000

interface WindowDialogProps {
  readonly projectId: number
  /** Services that recent alerts named. */
  readonly services: readonly string[]
  /** The components of the status page. */
  readonly components: WindowsPageData['components']
  /** Null for a new one. */
  readonly window: WindowData | null
  readonly onClose: () => void
}

/** The form of a maintenance window. */
export function WindowDialog({ projectId: id, services, components, window, onClose }: WindowDialogProps) {
  const [fresh] = useState(newWindow)
  const isNew = window === null
  const draft = useKeptDraft<WindowFields>(`window ${window?.id ?? 'new'}`, isNew ? fresh : recordOf(window), { isNew })
  const { values, changes, expected, set } = draft
  const told = {
    refreshes,
    onSuccess: () => {
      draft.forget()
      showToast(window === null ? 'Maintenance window created' : 'Maintenance window saved')
      onClose()
    },
  }
  const create = useOperation(createMaintenanceWindow, told)
  const update = useOperation(updateMaintenanceWindow, told)
  const { error } = window === null ? create : update

  function submit() {
    if (window === null) create.mutate({ id, ...values })
    else if (!draft.isChanged) onClose()
    else update.mutate({ id, windowId: window.id, ...changes, expected })
  }

  const chosen = values.services.map(optionOf)
  return (
    <FormDialog
      title={window === null ? 'New maintenance window' : 'Edit maintenance window'}
      draft={draft}
      onClose={onClose}
      submit={window === null ? 'Create maintenance window' : 'Save maintenance window'}
      disabled={values.title.trim() === ''}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, fields)}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField label="Title" required refusal={fieldProblem(error, 'title', 'Title')}>
        <TextInput
          data-autofocus
          autoComplete="off"
          maxLength={maintenanceLimits.title}
          value={values.title}
          onValue={title => set({ title })}
        />
      </FormField>
      <FormField label="Start" hint="In your time zone." refusal={fieldProblem(error, 'startsAt', 'Start')}>
        <TextInput
          type="datetime-local"
          required
          value={toLocalTime(values.startsAt)}
          onValue={text => set({ startsAt: fromLocalTime(text) ?? values.startsAt })}
        />
      </FormField>
      <FormField label="End" refusal={fieldProblem(error, 'endsAt', 'End')}>
        <TextInput
          type="datetime-local"
          required
          value={toLocalTime(values.endsAt)}
          onValue={text => set({ endsAt: fromLocalTime(text) ?? values.endsAt })}
        />
      </FormField>
      <FormField
        label="Services"
        hint="Only alerts of these services are silenced. Leave empty to silence all alerts."
        refusal={fieldProblem(error, 'services', 'Services')}
      >
        <Combobox
          label="Services"
          multiple
          options={services.map(optionOf)}
          selected={chosen}
          create={{
            label: text => `Use “${text}”`,
            run: text => set({ services: [...values.services, text] }),
          }}
          onChange={options => set({ services: options.map(option => option.text) })}
        />
      </FormField>
      <Checkbox
        label="Announce on the status page"
        hint="Visitors see the title and the times, if the project has a public status page."
        checked={values.isPublished}
        onValue={isPublished => set({ isPublished })}
      />
      {values.isPublished && components.length > 0 && (
        <FormField label="Affected components" refusal={fieldProblem(error, 'componentIds', 'Affected components')}>
          <Combobox
            label="Affected components"
            multiple
            options={components.map(({ id, name }) => ({ id: String(id), text: name }))}
            selected={components
              .filter(({ id }) => values.componentIds.includes(id))
              .map(({ id, name }) => ({ id: String(id), text: name }))}
            onChange={options => set({ componentIds: options.map(option => Number(option.id)) })}
          />
        </FormField>
      )}
    </FormDialog>
  )
}

const recordOf = ({ title, services, startsAt, endsAt, isPublished, componentIds }: WindowData): WindowFields => ({
  title,
  services,
  startsAt,
  endsAt,
  isPublished,
  componentIds,
})

const optionOf = (service: string) => ({ id: service, text: service })

function newWindow(): WindowFields {
  const now = Math.ceil(Date.now() / 60_000) * 60_000
  return {
    title: '',
    services: [],
    startsAt: new Date(now).toISOString(),
    endsAt: new Date(now + usualMs).toISOString(),
    isPublished: false,
    componentIds: [],
  }
}
