import { groupTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { groupSettingsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Switch } from '#web/ui/forms/Switch.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { chosenFrom, type FieldLabels } from '../OverlapBanner.tsx'
import { groupSettingsPlace } from '../places/place.ts'
import { VisibilityField } from '../places/VisibilityField.tsx'
import { visibilityWord } from '../places/visibility.tsx'
import { fieldProblem } from '../problems.ts'
import { GeneralCard } from './GeneralCard.tsx'
import { NamespaceSettings } from './NamespaceSettings.tsx'
import { partOf, SettingsForm } from './SettingsForm.tsx'

type SettingsPage = ReplyOf<typeof import('#contract/foundation/groups.ts').groupSettingsPage>
type SettingsGroup = SettingsPage['group']

export function GroupSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(groupSettingsPage, { namespace }, { topics: page => [groupTopic(page.group.id)] })
  return data === undefined ? null : <Shown key={data.group.id} page={data} />
}

function Shown({ page }: { readonly page: SettingsPage }) {
  const { group, ...rest } = page
  return (
    <NamespaceSettings
      namespace={{ ...group, ...rest, kind: 'group', holds: holdsOf(page) }}
      frame={groupSettingsPlace(page)}
      canOwn
      general={<GeneralCard namespace={{ ...group, kind: 'group' }} />}
      access={<Access page={page} />}
    />
  )
}

const projectCreators = [
  { value: 'noone', label: 'No one' },
  { value: 'administrator', label: 'Administrators' },
  { value: 'owner', label: 'Owners' },
  { value: 'maintainer', label: 'Maintainers and owners' },
  { value: 'developer', label: 'Developers, maintainers and owners' },
] as const
const groupCreators = [
  { value: 'owner', label: 'Owners' },
  { value: 'maintainer', label: 'Maintainers and owners' },
] as const

interface AccessFields extends Pick<SettingsGroup, 'visibility' | 'projectCreationLevel' | 'subgroupCreationLevel'> {
  readonly crmEnabled: boolean
}

const accessLabels: FieldLabels<AccessFields> = {
  visibility: { label: 'Visibility', shown: visibilityWord },
  projectCreationLevel: chosenFrom<SettingsGroup['projectCreationLevel']>('Who can create projects', projectCreators),
  subgroupCreationLevel: chosenFrom<SettingsGroup['subgroupCreationLevel']>('Who can create subgroups', groupCreators),
  crmEnabled: 'Contacts',
}

function Access({ page }: { readonly page: SettingsPage }) {
  const { group } = page
  const draft = useDraft<AccessFields>({
    visibility: group.visibility,
    projectCreationLevel: group.projectCreationLevel,
    subgroupCreationLevel: group.subgroupCreationLevel,
    crmEnabled: page.crmEnabled ?? false,
  })
  const { visibility, projectCreationLevel, subgroupCreationLevel, crmEnabled } = draft.values
  return (
    <SettingsForm
      namespace={{ kind: 'group', id: group.id }}
      title="Visibility and permissions"
      button="Save permissions"
      successMessage="Permissions saved"
      parts={[partOf(draft, accessLabels)]}
      shown={['visibilityLevel']}
    >
      {error => (
        <>
          <VisibilityField
            of="group"
            value={visibility}
            parent={page.parent && { name: page.parent.name, visibility: page.visibilities.at(-1) ?? 'private' }}
            content={page.mostVisible}
            error={fieldProblem(error, 'visibilityLevel', 'Visibility')}
            onValue={next => draft.set({ visibility: next })}
          />
          <FormField label="Who can create projects">
            <Select
              options={projectCreators}
              value={projectCreationLevel}
              onValue={projectCreationLevel => draft.set({ projectCreationLevel })}
            />
          </FormField>
          <FormField label="Who can create subgroups">
            <Select
              options={groupCreators}
              value={subgroupCreationLevel}
              onValue={subgroupCreationLevel => draft.set({ subgroupCreationLevel })}
            />
          </FormField>
          {page.crmEnabled !== null && (
            <Switch
              label="Contacts"
              hint="Keep a list of this group's customers. Members with at least the Reporter role can view them and link issues to them. Developers can add and edit them."
              checked={crmEnabled}
              onValue={next => draft.set({ crmEnabled: next })}
            />
          )}
        </>
      )}
    </SettingsForm>
  )
}

/** The contents of a group: "2 subgroups and 1 project". */
function holdsOf({ subgroupsCount, projectsCount }: SettingsPage): string {
  const holds = [
    ...(subgroupsCount === 0 ? [] : [counted(subgroupsCount, 'subgroup')]),
    ...(projectsCount === 0 ? [] : [counted(projectsCount, 'project')]),
  ].join(' and ')
  return holds === '' ? 'its labels and milestones' : holds
}
