import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { getApplicationSettings, getViewer, updateApplicationSettings } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { visibilityWord } from '../places/visibility.tsx'
import { fieldProblem, formProblem } from '../problems.ts'
import { AdminFrame } from './AdminFrame.tsx'

type Settings = ReplyOf<typeof import('#contract/foundation/settings.ts').getApplicationSettings>

const visibilities = ['private', 'internal', 'public'] as const satisfies readonly Visibility[]
const visibilityOptions = visibilities.map(value => ({ value, label: visibilityWord(value) }))

export function SettingsPage() {
  const { data: settings } = useReading(getApplicationSettings, {})
  return (
    <AdminFrame active="settings" title={foundationTitles.settings} detail="Settings for all users of this site.">
      {settings && <SettingsForm settings={settings} />}
    </AdminFrame>
  )
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const [draft, setDraft] = useState<Partial<Settings>>({})
  const save = useOperation(updateApplicationSettings, {
    refreshes: [getApplicationSettings, getViewer],
    onSuccess: () => {
      setDraft({})
      showToast('Settings saved')
    },
  })
  const shown = { ...settings, ...draft }
  const change = (changes: Partial<Settings>) => setDraft({ ...draft, ...changes })
  const { error } = save
  return (
    <Form
      problem={formProblem(error, ['defaultBranchName', 'defaultProjectsLimit', 'deletionAdjournedPeriod'])}
      onSubmit={() => !save.isPending && save.mutate(draft)}
    >
      <Card title="People">
        <div>
          <Checkbox
            label="Allow registration"
            hint="When off, only administrators can create accounts."
            checked={shown.signupEnabled}
            onValue={signupEnabled => change({ signupEnabled })}
          />
          <Checkbox
            label="Allow new users to create top-level groups"
            checked={shown.canCreateGroup}
            onValue={canCreateGroup => change({ canCreateGroup })}
          />
          <Checkbox
            label="New users are external"
            hint="External users can access internal groups and projects only as members."
            checked={shown.userDefaultExternal}
            onValue={userDefaultExternal => change({ userDefaultExternal })}
          />
        </div>
      </Card>
      <Card title="Discussions">
        <Checkbox
          label="Internal notes"
          hint="Comments visible only to members with at least the Planner role. Existing internal notes stay internal."
          checked={shown.internalNotesEnabled}
          onValue={internalNotesEnabled => change({ internalNotesEnabled })}
        />
      </Card>
      <Card title="Projects and groups">
        <Pair>
          <FormField label="Visibility of new projects">
            <Select
              options={visibilityOptions}
              value={shown.defaultProjectVisibility}
              onValue={defaultProjectVisibility => change({ defaultProjectVisibility })}
            />
          </FormField>
          <FormField label="Visibility of new groups">
            <Select
              options={visibilityOptions}
              value={shown.defaultGroupVisibility}
              onValue={defaultGroupVisibility => change({ defaultGroupVisibility })}
            />
          </FormField>
          <FormField
            label="Default branch of new repositories"
            error={fieldProblem(error, 'defaultBranchName', 'Default branch')}
          >
            <TextInput
              code
              value={shown.defaultBranchName}
              onValue={defaultBranchName => change({ defaultBranchName })}
            />
          </FormField>
          <FormField label="Projects per user" error={fieldProblem(error, 'defaultProjectsLimit', 'The number')}>
            <NumberInput
              min={0}
              max={2147483647}
              value={shown.defaultProjectsLimit}
              onValue={value => value !== null && change({ defaultProjectsLimit: value })}
            />
          </FormField>
          <FormField
            label="Days before deletion"
            hint="Deleted projects and groups can be restored during this time. Set to 0 to delete them immediately."
            error={fieldProblem(error, 'deletionAdjournedPeriod', 'The number')}
          >
            <NumberInput
              min={0}
              max={90}
              value={shown.deletionAdjournedPeriod}
              onValue={value => value !== null && change({ deletionAdjournedPeriod: value })}
            />
          </FormField>
        </Pair>
      </Card>
      <Card title="Survey">
        <Checkbox
          label="Ask people how they like Weft"
          hint={
            <>
              People rate Weft after closing an issue or merging a merge request. Administrators can read the{' '}
              <TextLink href="/admin/survey_answers">survey answers</TextLink>.
            </>
          }
          checked={shown.surveyEnabled}
          onValue={surveyEnabled => change({ surveyEnabled })}
        />
      </Card>
      <FormActions submit="Save settings" disabled={Object.keys(draft).length === 0} busy={save.isPending} />
    </Form>
  )
}
