import { useState } from 'react'
import type { EditEnvironmentPage } from '#contract/deploy/environments/environment-pages.ts'
import { environmentPath, environmentsPath } from '#contract/deploy/environments/environment-paths.ts'
import { type EnvironmentTier, environmentTiers } from '#contract/deploy/environments/environment-words.ts'
import { createEnvironment, updateEnvironment } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { fieldProblem, saveProblem } from '#web/foundation/problems.ts'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { environmentReadings } from './readings.ts'
import { stopTimes, stopTimeWords, tierLabels } from './words.ts'

interface EnvironmentFormProps {
  readonly namespace: { readonly id: number; readonly fullPath: string }
  /** Null for a new one. */
  readonly environment: EditEnvironmentPage['environment'] | null
}

interface EnvironmentFields {
  readonly externalUrl: string
  readonly description: string
  /** Empty: it follows from the name. */
  readonly tier: EnvironmentTier | ''
  /** Empty: it does not stop by itself. */
  readonly autoStopIn: string
}

const tierOptions = environmentTiers.map(value => ({ value, label: tierLabels[value] }))
const byName = [{ value: '', label: 'From the name' }] as const

const labels: FieldLabels<EnvironmentFields> = {
  externalUrl: 'External URL',
  description: 'Description',
  tier: chosenFrom<EnvironmentTier | ''>('Tier', [...byName, ...tierOptions]),
  autoStopIn: { label: 'Stop automatically', shown: stopTimeWords },
}

/** A form for an environment. Its name stays, because deployments are reported by it. */
export function EnvironmentForm({ namespace: { id, fullPath }, environment }: EnvironmentFormProps) {
  const [name, setName] = useState('')
  const goTo = useGoTo()
  const draft = useDraft<EnvironmentFields>({
    externalUrl: environment?.externalUrl ?? '',
    description: environment?.description ?? '',
    tier: environment?.tier ?? '',
    autoStopIn: environment?.autoStopIn ?? '',
  })
  const { values, changes, expected, set } = draft
  const back = environment === null ? environmentsPath(fullPath) : environmentPath(fullPath, environment.id)
  const create = useOperation(createEnvironment, {
    refreshes: environmentReadings,
    onSuccess: made => {
      showToast('Environment created')
      goTo(environmentPath(fullPath, made.id))
    },
  })
  const update = useOperation(updateEnvironment, {
    refreshes: environmentReadings,
    onSuccess: () => {
      showToast('Environment saved')
      goTo(back)
    },
  })
  const { error } = environment === null ? create : update
  const times = stopTimes.includes(values.autoStopIn) ? stopTimes : [...stopTimes, values.autoStopIn]

  function submit() {
    if (environment === null) create.mutate({ id, name: name.trim(), ...onWire(values) })
    else if (!draft.isChanged) goTo(back)
    else update.mutate({ id, environmentId: environment.id, ...onWire(changes), expected: onWire(expected) })
  }

  return (
    <Form
      label={environment === null ? 'New environment' : `Edit ${environment.name}`}
      problem={saveProblem(error, draft.overlaps, ['name', 'externalUrl'])}
      onSubmit={submit}
    >
      <DraftOverlaps draft={draft} labels={labels} save={update} />
      {environment === null && (
        <FormField
          label="Name"
          hint="For example, production, staging or review/my-feature. It cannot be changed later."
          refusal={fieldProblem(error, 'name', 'Name')}
        >
          <TextInput required maxLength={255} autoCapitalize="none" spellCheck={false} value={name} onValue={setName} />
        </FormField>
      )}
      <FormField
        label="External URL"
        hint="The URL where people open the environment."
        refusal={fieldProblem(error, 'externalUrl', 'External URL')}
      >
        <TextInput
          type="url"
          maxLength={255}
          value={values.externalUrl}
          onValue={externalUrl => set({ externalUrl: externalUrl.trim() })}
        />
      </FormField>
      <FormField label="Tier" hint="Deployments to production count in analytics.">
        <Select
          options={environment === null ? [...byName, ...tierOptions] : tierOptions}
          value={values.tier}
          onValue={tier => set({ tier })}
        />
      </FormField>
      <FormField label="Stop automatically" hint="For review apps: the time starts anew with each deployment.">
        <Select
          options={times.map(value => ({ value, label: stopTimeWords(value) }))}
          value={values.autoStopIn}
          onValue={autoStopIn => set({ autoStopIn })}
        />
      </FormField>
      <FormField label="Description">
        <TextArea maxLength={10_000} value={values.description} onValue={description => set({ description })} />
      </FormField>
      <FormActions
        submit={environment === null ? 'Create environment' : 'Save environment'}
        disabled={environment === null && name.trim() === ''}
        busy={create.isPending || update.isPending}
        onCancel={() => goTo(back)}
      />
    </Form>
  )
}

/** Some of the fields as the API takes them. */
const onWire = ({ externalUrl, description, tier, autoStopIn }: Partial<EnvironmentFields>) => ({
  ...(externalUrl === undefined ? {} : { externalUrl }),
  ...(description === undefined ? {} : { description }),
  ...(tier === undefined || tier === '' ? {} : { tier }),
  ...(autoStopIn === undefined ? {} : { autoStopIn: autoStopIn === '' ? null : autoStopIn }),
})
