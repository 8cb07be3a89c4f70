import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { siteTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { getApplicationSettings, getViewer, updateApplicationSettings } from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Form, FormActions, Pair } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { NumberInput } from '#web/ui/forms/NumberInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { chosenFrom, DraftOverlaps, type FieldLabels } from '../OverlapBanner.tsx'
import { visibilityWord } from '../places/visibility.tsx'
import { fieldProblem, saveProblem } from '../problems.ts'
import { AdminFrame } from './AdminFrame.tsx'

type Settings = ReplyOf<typeof import('#contract/foundation/settings.ts').getApplicationSettings>

const visibilities = ['private', 'internal', 'public'] as const satisfies readonly Visibility[]
const visibilityOptions = visibilities.map(value => ({ value, label: visibilityWord(value) }))

const fieldsOf = (settings: Settings) => ({
  signupEnabled: settings.signupEnabled,
  canCreateGroup: settings.canCreateGroup,
  userDefaultExternal: settings.userDefaultExternal,
  internalNotesEnabled: settings.internalNotesEnabled,
  attentionRequestsEnabled: settings.attentionRequestsEnabled,
  workItemsEnabled: settings.workItemsEnabled,
  defaultProjectVisibility: settings.defaultProjectVisibility,
  defaultGroupVisibility: settings.defaultGroupVisibility,
  defaultBranchName: settings.defaultBranchName,
  defaultProjectsLimit: settings.defaultProjectsLimit,
  deletionAdjournedPeriod: settings.deletionAdjournedPeriod,
  surveyEnabled: settings.surveyEnabled,
})

const labels: FieldLabels<ReturnType<typeof fieldsOf>> = {
  signupEnabled: 'Allow registration',
  canCreateGroup: 'Allow new users to create top-level groups',
  userDefaultExternal: 'New users are external',
  internalNotesEnabled: 'Internal notes',
  attentionRequestsEnabled: 'Attention requests',
  workItemsEnabled: 'Convert tasks to work items',
  defaultProjectVisibility: chosenFrom<Visibility>('Visibility of new projects', visibilityOptions),
  defaultGroupVisibility: chosenFrom<Visibility>('Visibility of new groups', visibilityOptions),
  defaultBranchName: 'Default branch of new repositories',
  defaultProjectsLimit: 'Projects per user',
  deletionAdjournedPeriod: 'Days before deletion',
  surveyEnabled: 'Ask people how they like Weft',
}

export function SettingsPage() {
  const { data: settings } = useReading(getApplicationSettings, {}, { topics: () => [siteTopic] })
  return (
    <AdminFrame active="settings" title={foundationTitles.settings} detail="Settings for all users of this site.">
      {settings && <SettingsForm settings={settings} />}
    </AdminFrame>
  )
}

function SettingsForm({ settings }: { readonly settings: Settings }) {
  const draft = useDraft(fieldsOf(settings))
  const save = useOperation(updateApplicationSettings, {
    refreshes: [getApplicationSettings, getViewer],
    onSuccess: (_, sent) => {
      draft.saved(sent)
      showToast('Settings saved')
    },
  })
  const { values: shown, set: change } = draft
  const { error } = save
  return (
    <Form
      problem={saveProblem(error, draft.overlaps, [
        'defaultBranchName',
        'defaultProjectsLimit',
        'deletionAdjournedPeriod',
      ])}
      onSubmit={() => !save.isPending && draft.isChanged && save.mutate({ ...draft.changes, expected: draft.expected })}
    >
      <DraftOverlaps draft={draft} labels={labels} save={save} />
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
      <Card title="Features">
        <div>
          <Checkbox
            label="Internal notes"
            hint="Comments visible only to members with at least the Planner role. Existing internal notes stay internal."
            checked={shown.internalNotesEnabled}
            onValue={internalNotesEnabled => change({ internalNotesEnabled })}
          />
          <Checkbox
            label="Attention requests"
            hint="Request attention from assignees and reviewers of merge requests, in projects where this is on."
            checked={shown.attentionRequestsEnabled}
            onValue={attentionRequestsEnabled => change({ attentionRequestsEnabled })}
          />
          <Checkbox
            label="Convert tasks to work items"
            hint="Convert items of task lists from their menus. Existing work items stay."
            checked={shown.workItemsEnabled}
            onValue={workItemsEnabled => change({ workItemsEnabled })}
          />
        </div>
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
      <FormActions submit="Save settings" disabled={!draft.isChanged} busy={save.isPending} />
    </Form>
  )
}
