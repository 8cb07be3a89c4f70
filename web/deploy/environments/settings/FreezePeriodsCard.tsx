import { ClockIcon, PencilIcon, PlusIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { DeploySettingsPage } from '#contract/deploy/environments/environment-pages.ts'
import {
  createFreezePeriod,
  deleteFreezePeriod,
  deploySettingsPage,
  environmentPage,
  environmentsPage,
  updateFreezePeriod,
} from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { nowOf, useDraft } from '#web/ui/forms/draft.ts'
import { FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'

type Period = DeploySettingsPage['freezePeriods'][number]

const refreshes = [deploySettingsPage, environmentsPage, environmentPage]

/** Times in which nothing should be deployed. */
export function FreezePeriodsCard({ page }: { readonly page: DeploySettingsPage }) {
  const { namespace, freezePeriods: periods } = page
  const [editing, setEditing] = useState<Period | 'new' | null>(null)
  const [removing, setRemoving] = useState<Period | null>(null)
  const remove = useOperation(deleteFreezePeriod, {
    refreshes,
    onSuccess: () => {
      setRemoving(null)
      showToast('Freeze period deleted')
    },
  })
  return (
    <Card
      title="Freeze periods"
      flush={periods.length > 0}
      description="Deployments in these times are marked. CI can read the periods through the API and decide to wait."
      aside={
        <Button size="s" icon={<PlusIcon />} onClick={() => setEditing('new')}>
          Add freeze period
        </Button>
      }
    >
      {periods.length === 0 ? (
        <FormNote>No freeze periods. Add one for weekends or holidays.</FormNote>
      ) : (
        <List framed={false} aria-label="Freeze periods">
          {periods.map(period => (
            <ListRow
              key={period.id}
              leading={<ClockIcon />}
              title={
                <>
                  From <code>{period.freezeStart}</code> to <code>{period.freezeEnd}</code>
                </>
              }
              detail={period.cronTimezone}
              trailing={
                <>
                  <IconButton
                    label={`Edit the freeze period from ${period.freezeStart}`}
                    icon={<PencilIcon />}
                    size="s"
                    onClick={() => setEditing(period)}
                  />
                  <Button
                    size="s"
                    variant="danger-quiet"
                    aria-label={`Delete the freeze period from ${period.freezeStart}`}
                    onClick={() => setRemoving(period)}
                  >
                    Delete
                  </Button>
                </>
              }
            />
          ))}
        </List>
      )}
      {editing !== null && (
        <PeriodDialog
          projectId={namespace.id}
          period={editing === 'new' ? null : nowOf(periods, editing)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && (
        <ConfirmDialog
          title="Delete freeze period?"
          confirm="Delete freeze period"
          write={remove}
          onConfirm={() => remove.mutate({ id: namespace.id, freezePeriodId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          Deployments from <code>{removing.freezeStart}</code> to <code>{removing.freezeEnd}</code> will no longer be
          marked.
        </ConfirmDialog>
      )}
    </Card>
  )
}

type PeriodFields = Pick<Period, 'freezeStart' | 'freezeEnd' | 'cronTimezone'>

const labels: FieldLabels<PeriodFields> = { freezeStart: 'Start', freezeEnd: 'End', cronTimezone: 'Time zone' }

/** A weekend. */
const usual = { freezeStart: '0 23 * * 5', freezeEnd: '0 7 * * 1' }

interface PeriodDialogProps {
  readonly projectId: number
  /** Null for a new one. */
  readonly period: Period | null
  readonly onClose: () => void
}

function PeriodDialog({ projectId: id, period, onClose }: PeriodDialogProps) {
  const draft = useDraft<PeriodFields>({
    freezeStart: period?.freezeStart ?? usual.freezeStart,
    freezeEnd: period?.freezeEnd ?? usual.freezeEnd,
    cronTimezone: period?.cronTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  const { values, changes, expected, set } = draft
  const told = {
    refreshes,
    onSuccess: () => {
      showToast(period === null ? 'Freeze period added' : 'Freeze period saved')
      onClose()
    },
  }
  const create = useOperation(createFreezePeriod, told)
  const update = useOperation(updateFreezePeriod, told)
  const { error } = period === null ? create : update

  function submit() {
    if (period === null) create.mutate({ id, ...values })
    else if (!draft.isChanged) onClose()
    else update.mutate({ id, freezePeriodId: period.id, ...changes, expected })
  }

  return (
    <FormDialog
      title={period === null ? 'Add freeze period' : 'Edit freeze period'}
      onClose={onClose}
      submit={period === null ? 'Add freeze period' : 'Save freeze period'}
      busy={create.isPending || update.isPending}
      problem={saveProblem(error, draft.overlaps, ['freezeStart', 'freezeEnd', 'cronTimezone'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      <FormField
        label="Start"
        hint="A cron pattern: minute, hour, day, month and weekday. 0 23 * * 5 is Fridays at 23:00."
        refusal={fieldProblem(error, 'freezeStart', 'Start')}
      >
        <TextInput
          code
          required
          maxLength={255}
          value={values.freezeStart}
          onValue={freezeStart => set({ freezeStart })}
        />
      </FormField>
      <FormField label="End" hint="0 7 * * 1 is Mondays at 7:00." refusal={fieldProblem(error, 'freezeEnd', 'End')}>
        <TextInput code required maxLength={255} value={values.freezeEnd} onValue={freezeEnd => set({ freezeEnd })} />
      </FormField>
      <FormField
        label="Time zone"
        hint="For example, Europe/Berlin."
        refusal={fieldProblem(error, 'cronTimezone', 'Time zone')}
      >
        <TextInput
          required
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          value={values.cronTimezone}
          onValue={cronTimezone => set({ cronTimezone })}
        />
      </FormField>
    </FormDialog>
  )
}
