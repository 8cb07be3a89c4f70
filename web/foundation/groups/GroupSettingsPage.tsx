import { useQueryClient } from '@tanstack/react-query'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { groupTopic } from '#contract/live-topics.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import {
  archiveGroup,
  dashboardPage,
  groupPage,
  groupSettingsPage,
  namespacePage,
  newGroupPage,
  transferGroup,
  unarchiveGroup,
  updateGroup,
} from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { ChoiceGroup } from '#web/ui/forms/ChoiceGroup.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Radio } from '#web/ui/forms/Radio.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { counted } from '#web/ui/text/counted.ts'
import { BadgesCard } from '../badges/BadgesCard.tsx'
import { CustomAttributesCard } from '../custom-attributes/CustomAttributes.tsx'
import { Form } from '../Form.tsx'
import { DeletionBanner } from '../places/DeletionBanner.tsx'
import { groupSettingsPlace } from '../places/place.ts'
import { useTargets } from '../places/use-targets.ts'
import { visibilityMeaning, visibilityWord } from '../places/visibility.tsx'
import { fieldProblem, formProblem, saveProblem } from '../problems.ts'
import { ConfirmedActionCard } from '../settings/ConfirmedActionCard.tsx'
import { DeleteCard } from '../settings/DeleteCard.tsx'
import { DeployTokensCard } from '../settings/DeployTokensCard.tsx'
import { GeneralCard, SaveButton, useCalled } from '../settings/GeneralCard.tsx'
import { OverlapBanner } from '../settings/OverlapBanner.tsx'
import { PathForm } from '../settings/PathForm.tsx'
import { PictureCard } from '../settings/PictureCard.tsx'
import { SettingsStack } from '../settings/SettingsStack.tsx'
import { TransferCard } from '../settings/TransferCard.tsx'

type SettingsPage = ReplyOf<typeof import('#contract/foundation/groups.ts').groupSettingsPage>
type Group = SettingsPage['group']
type Changes = Omit<InputOf<typeof import('#contract/foundation/groups.ts').updateGroup>, 'id'>

const refreshes = [groupSettingsPage, groupPage, namespacePage, dashboardPage] as const
const settingsOf = (fullPath: string): string => `/groups/${fullPath}/-/edit`

export function GroupSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(groupSettingsPage, { namespace }, { topics: page => [groupTopic(page.group.id)] })
  return data === undefined ? null : <Shown key={data.group.id} page={data} />
}

function Shown({ page }: { readonly page: SettingsPage }) {
  const { group, deletion, deletionDays } = page
  const { fullPath } = group
  usePlace({
    title: foundationTitles.settings,
    namespace: groupSettingsPlace(page),
    active: 'settings',
    crumbs: [{ label: 'Settings', href: settingsOf(fullPath) }],
  })
  return (
    <Page width="narrow">
      <PageHeader title={foundationTitles.settings} />
      <SettingsStack>
        <DeletionBanner kind="group" {...group} deletion={deletion} canOwn />
        <General group={group} />
        <Picture group={group} />
        <BadgesCard place={{ kind: 'group', id: group.id }} />
        <Access page={page} />
        <DeployTokensCard kind="group" id={group.id} fullPath={fullPath} />
        <CustomAttributesCard owner={{ kind: 'group', id: group.id }} />
        <Rename page={page} />
        <Transfer page={page} />
        {deletion === null && (
          <>
            <Archive page={page} />
            <DeleteCard
              kind="group"
              id={group.id}
              name={group.name}
              fullPath={fullPath}
              days={deletionDays}
              holds={holdsOf(page)}
            />
          </>
        )}
      </SettingsStack>
    </Page>
  )
}

function useChange(group: Group, said: string, onSaved?: (sent: Changes) => void) {
  const client = useQueryClient()
  const change = useOperation(updateGroup, {
    refreshes,
    onSuccess: (_, sent) => {
      onSaved?.(sent)
      showToast(said)
    },
    // What somebody else saved is fetched, and shown beside what was to be saved.
    onError: error => {
      if (error.status === 409) void client.invalidateQueries({ queryKey: [groupSettingsPage.name] })
    },
  })
  return {
    change,
    save: (changes: Changes, expected?: Changes['expected']) => {
      if (!change.isPending && Object.keys(changes).length > 0)
        change.mutate({ id: group.id, ...changes, ...(expected === undefined ? {} : { expected }) })
    },
  }
}

function General({ group }: { readonly group: Group }) {
  const called = useCalled(`group.${group.id}.description`, group)
  const { change, save } = useChange(group, 'Settings saved', called.saved)
  return (
    <GeneralCard called={called} descriptionLimit={500} error={change.error} isBusy={change.isPending} onSave={save} />
  )
}

function Picture({ group }: { readonly group: Group }) {
  const { change, save } = useChange(group, 'Picture saved')
  return (
    <PictureCard owner={group} isBusy={change.isPending} error={change.error} onSave={avatar => save({ avatar })} />
  )
}

const projectCreators = [
  { value: 'noone', label: 'Nobody' },
  { value: 'administrator', label: 'Administrators of the site' },
  { value: 'owner', label: 'Owners' },
  { value: 'maintainer', label: 'Maintainers and owners' },
  { value: 'developer', label: 'Developers, maintainers and owners' },
] as const
const groupCreators = [
  { value: 'owner', label: 'Owners' },
  { value: 'maintainer', label: 'Maintainers and owners' },
] as const

type AccessFields = Pick<Group, 'visibility' | 'projectCreationLevel' | 'subgroupCreationLevel'>

const accessWords: Readonly<Record<keyof AccessFields, string>> = {
  visibility: 'the visibility',
  projectCreationLevel: 'who can create projects',
  subgroupCreationLevel: 'who can create subgroups',
}

function Access({ page }: { readonly page: SettingsPage }) {
  const { group, visibilities } = page
  const draft = useDraft<AccessFields>({
    visibility: group.visibility,
    projectCreationLevel: group.projectCreationLevel,
    subgroupCreationLevel: group.subgroupCreationLevel,
  })
  const { visibility, projectCreationLevel, subgroupCreationLevel } = draft.values
  const { change, save } = useChange(group, 'Access saved', draft.saved)
  return (
    <Card title="Visibility and rights">
      <Form
        problem={saveProblem(change.error, draft.overlaps, ['visibilityLevel'])}
        onSubmit={() => save(draft.changes, draft.expected)}
      >
        <OverlapBanner
          fields={draft.overlaps.map(field => accessWords[field])}
          onKeep={() => {
            draft.keep()
            change.reset()
          }}
          onDiscard={() => {
            draft.discard()
            change.reset()
          }}
        />
        <ChoiceGroup legend="Visibility" error={fieldProblem(change.error, 'visibilityLevel', 'Visibility')}>
          {(['private', 'internal', 'public'] as const).map(each => (
            <Radio
              key={each}
              name="visibility"
              label={visibilityWord(each)}
              hint={
                visibilities.includes(each)
                  ? visibilityMeaning.group[each]
                  : 'Not possible with the visibility of what stands above or below.'
              }
              disabled={!visibilities.includes(each)}
              checked={visibility === each}
              onChange={() => draft.set({ visibility: each })}
            />
          ))}
        </ChoiceGroup>
        <FormField label="Who can create projects">
          <Select
            options={projectCreators}
            value={projectCreationLevel}
            onChange={event => {
              const level = projectCreators.find(each => each.value === event.target.value)
              if (level) draft.set({ projectCreationLevel: level.value })
            }}
          />
        </FormField>
        <FormField label="Who may create subgroups">
          <Select
            options={groupCreators}
            value={subgroupCreationLevel}
            onChange={event => {
              const level = groupCreators.find(each => each.value === event.target.value)
              if (level) draft.set({ subgroupCreationLevel: level.value })
            }}
          />
        </FormField>
        <SaveButton isBusy={change.isPending}>Save access</SaveButton>
      </Form>
    </Card>
  )
}

function Rename({ page }: { readonly page: SettingsPage }) {
  const { group, parent } = page
  const goTo = useGoTo()
  const change = useOperation(updateGroup, {
    refreshes,
    onSuccess: renamed => {
      showToast('Path changed')
      goTo(settingsOf(renamed.fullPath), { replace: true })
    },
  })
  return (
    <PathForm
      of="group"
      path={group.path}
      above={parent?.fullPath ?? ''}
      busy={change.isPending}
      error={change.error}
      onPath={path => change.mutate({ id: group.id, path })}
    />
  )
}

function Transfer({ page }: { readonly page: SettingsPage }) {
  const { group, parent } = page
  const goTo = useGoTo()
  const found = useTargets(newGroupPage)
  const move = useOperation(transferGroup, {
    refreshes,
    onSuccess: moved => {
      showToast('Group moved')
      goTo(settingsOf(moved.fullPath), { replace: true })
    },
  })
  return (
    <TransferCard
      of="group"
      description="Move the group with everything in it below another one, or to the top."
      label="Below"
      note="Old URLs redirect to the new ones."
      path={group.path}
      found={{ ...found, targets: found.targets.filter(each => each.id !== group.id && each.id !== parent?.id) }}
      // A group that stands at the top already can only go below another one.
      canGoToTop={parent !== null}
      placeholder={parent === null ? 'Search groups' : 'None: to the top'}
      move={move}
      onMove={(target, close) =>
        move.mutate({ id: group.id, ...(target === null ? {} : { groupId: target.id }) }, { onSuccess: close })
      }
    />
  )
}

function Archive({ page }: { readonly page: SettingsPage }) {
  const { group, isParentArchived } = page
  const archive = useOperation(archiveGroup, { refreshes, onSuccess: () => showToast('Group archived') })
  const unarchive = useOperation(unarchiveGroup, { refreshes, onSuccess: () => showToast('Group unarchived') })
  const call = group.archived ? unarchive : archive
  return (
    <ConfirmedActionCard
      title={group.archived ? 'Open again' : 'Archive'}
      verb={group.archived ? 'Unarchive group' : 'Archive group'}
      tone="plain"
      busy={call.isPending}
      error={formProblem(call.error)}
      disabled={isParentArchived}
      onDo={done => call.mutate({ id: group.id }, { onSuccess: done })}
    >
      {isParentArchived
        ? 'The group above is archived, and with it this one.'
        : group.archived
          ? 'Its contents become editable again.'
          : 'The group and everything in it stay readable, and nothing can be changed.'}
    </ConfirmedActionCard>
  )
}

/** "2 subgroups and 1 project": what a group holds. */
function holdsOf({ subgroupsCount, projectsCount }: SettingsPage): string {
  const holds = [
    ...(subgroupsCount === 0 ? [] : [counted(subgroupsCount, 'subgroup')]),
    ...(projectsCount === 0 ? [] : [counted(projectsCount, 'project')]),
  ].join(' and ')
  return holds === '' ? 'its labels and milestones' : holds
}
