import type { FeatureLevel, FeatureLevels } from '#contract/foundation/feature-levels.ts'
import { projectTopic, topicsRenamed } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import { projectSettingsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { chosenFrom, type FieldLabels } from '../OverlapBanner.tsx'
import { projectSettingsPlace } from '../places/place.ts'
import { VisibilityField } from '../places/VisibilityField.tsx'
import { visibilityWord } from '../places/visibility.tsx'
import { fieldProblem } from '../problems.ts'
import { GeneralCard } from './GeneralCard.tsx'
import { NamespaceSettings } from './NamespaceSettings.tsx'
import { partOf, SettingsForm } from './SettingsForm.tsx'
import { TopicsInput } from './TopicsInput.tsx'

type SettingsPage = ReplyOf<typeof import('#contract/foundation/projects.ts').projectSettingsPage>
type SettingsProject = SettingsPage['project']

export function ProjectSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    projectSettingsPage,
    { namespace },
    { topics: page => [projectTopic(page.project.id), topicsRenamed] },
  )
  return data === undefined ? null : <Shown key={data.project.id} page={data} />
}

function Shown({ page }: { readonly page: SettingsPage }) {
  const { project, canOwn, ...rest } = page
  return (
    <NamespaceSettings
      namespace={{
        ...{ ...project, ...rest, kind: 'project', fullPath: project.pathWithNamespace },
        holds: 'its repository and issues',
      }}
      frame={projectSettingsPlace(page)}
      canOwn={canOwn}
      general={<General project={project} />}
      access={<Access page={page} />}
    />
  )
}

function General({ project }: { readonly project: SettingsProject }) {
  const { id, name, description, defaultBranch } = project
  const draft = useDraft({ topics: project.topics, defaultBranch: defaultBranch ?? '' })
  return (
    <GeneralCard
      namespace={{ kind: 'project', id, name, description: description ?? '' }}
      more={{
        part: partOf(draft, { topics: 'Topics', defaultBranch: 'Default branch' }),
        shown: ['topics', 'defaultBranch'],
        fields: error => (
          <>
            <FormField
              label="Topics"
              hint="Keywords that help people find the project. Press Enter or comma after each one."
              refusal={fieldProblem(error, 'topics', 'Topics')}
            >
              <TopicsInput topics={draft.values.topics} onTopics={next => draft.set({ topics: [...next] })} />
            </FormField>
            {defaultBranch !== null && (
              <FormField label="Default branch" refusal={fieldProblem(error, 'defaultBranch', 'Default branch')}>
                <TextInput
                  code
                  value={draft.values.defaultBranch}
                  onValue={name => draft.set({ defaultBranch: name.trim() })}
                />
              </FormField>
            )}
          </>
        ),
      }}
    />
  )
}

const featureOptions = [
  { value: 'enabled', label: 'Everyone with access' },
  { value: 'private', label: 'Only members' },
  { value: 'disabled', label: 'Disabled' },
] as const satisfies readonly { readonly value: FeatureLevel; readonly label: string }[]

const features: readonly (readonly [keyof FeatureLevels, string])[] = [
  ['issuesAccessLevel', 'Issues'],
  ['repositoryAccessLevel', 'Code'],
  ['mergeRequestsAccessLevel', 'Merge requests'],
  ['environmentsAccessLevel', 'Environments'],
  ['releasesAccessLevel', 'Releases'],
  ['featureFlagsAccessLevel', 'Feature flags'],
]

interface AccessFields extends FeatureLevels {
  readonly visibility: Visibility
  readonly singleAssignee: boolean
}

function forEachFeature<T>(read: (label: string, feature: keyof FeatureLevels) => T) {
  // `features` names each of them.
  return Object.fromEntries(features.map(([feature, label]) => [feature, read(label, feature)])) as Record<
    keyof FeatureLevels,
    T
  >
}

const accessLabels: FieldLabels<AccessFields> = {
  visibility: { label: 'Visibility', shown: visibilityWord },
  ...forEachFeature(label => chosenFrom<FeatureLevel>(label, featureOptions)),
  singleAssignee: 'Limit issues to one assignee',
}

function Access({ page }: { readonly page: SettingsPage }) {
  const { project, visibilities, canOwn } = page
  const draft = useDraft<AccessFields>({
    visibility: project.visibility,
    ...forEachFeature((_label, feature) => project[feature]),
    singleAssignee: page.singleAssignee,
  })
  const { visibility, singleAssignee, ...levels } = draft.values
  return (
    <SettingsForm
      namespace={{ kind: 'project', id: project.id }}
      title="Visibility and features"
      button="Save permissions"
      successMessage="Permissions saved"
      parts={[partOf(draft, accessLabels)]}
      shown={['visibilityLevel']}
    >
      {error => (
        <>
          {canOwn && (
            <VisibilityField
              of="project"
              value={visibility}
              parent={{ name: page.parent.name, visibility: visibilities.at(-1) ?? 'private' }}
              error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
              onValue={next => draft.set({ visibility: next })}
            />
          )}
          {features.map(([feature, label]) => (
            <FormField key={feature} label={label}>
              <Select
                options={featureOptions}
                value={levels[feature]}
                onValue={level => draft.set({ [feature]: level })}
              />
            </FormField>
          ))}
          <Checkbox
            label="Limit issues to one assignee"
            hint="Assigning someone replaces the current assignee."
            checked={singleAssignee}
            onValue={singleAssignee => draft.set({ singleAssignee })}
          />
        </>
      )}
    </SettingsForm>
  )
}
