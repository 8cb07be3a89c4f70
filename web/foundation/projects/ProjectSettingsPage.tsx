import { useQueryClient } from '@tanstack/react-query'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { projectTopic, topicsRenamed } from '#contract/live-topics.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Visibility } from '#contract/shapes.ts'
import {
  archiveProject,
  dashboardPage,
  namespacePage,
  newProjectPage,
  projectSettingsPage,
  transferProject,
  unarchiveProject,
  updateProject,
} from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { BadgesCard } from '../badges/BadgesCard.tsx'
import { CustomAttributesCard } from '../custom-attributes/CustomAttributes.tsx'
import { Form } from '../Form.tsx'
import { DeletionBanner } from '../places/DeletionBanner.tsx'
import { projectSettingsPlace } from '../places/place.ts'
import { useTargets } from '../places/use-targets.ts'
import { VisibilityField } from '../places/VisibilityField.tsx'
import { fieldProblem, formProblem, saveProblem } from '../problems.ts'
import { ConfirmedActionCard } from '../settings/ConfirmedActionCard.tsx'
import { DeleteCard } from '../settings/DeleteCard.tsx'
import { DeployTokensCard } from '../settings/DeployTokensCard.tsx'
import { GeneralCard, SaveButton, useCalled } from '../settings/GeneralCard.tsx'
import { OverlapBanner } from '../settings/OverlapBanner.tsx'
import { PathForm } from '../settings/PathForm.tsx'
import { PictureCard } from '../settings/PictureCard.tsx'
import { SettingsStack } from '../settings/SettingsStack.tsx'
import { TopicsInput } from '../settings/TopicsInput.tsx'
import { TransferCard } from '../settings/TransferCard.tsx'

type SettingsPage = ReplyOf<typeof import('#contract/foundation/projects.ts').projectSettingsPage>
type Project = SettingsPage['project']
type Changes = Omit<InputOf<typeof import('#contract/foundation/projects.ts').updateProject>, 'id'>

const refreshes = [projectSettingsPage, namespacePage, dashboardPage] as const

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
  const { project, canOwn, deletion, deletionDays } = page
  const fullPath = project.pathWithNamespace
  usePlace({
    title: foundationTitles.settings,
    namespace: projectSettingsPlace(page),
    active: 'settings',
    crumbs: [{ label: 'Settings', href: `/${fullPath}/-/edit` }],
  })
  return (
    <Page width="narrow">
      <PageHeader title={foundationTitles.settings} />
      <SettingsStack>
        <DeletionBanner kind="project" {...project} fullPath={fullPath} deletion={deletion} canOwn={canOwn} />
        <General project={project} />
        <Picture project={project} />
        <BadgesCard place={{ kind: 'project', id: project.id }} />
        <Access page={page} />
        <DeployTokensCard kind="project" id={project.id} fullPath={fullPath} />
        <CustomAttributesCard owner={{ kind: 'project', id: project.id }} />
        <Rename project={project} />
        {canOwn && (
          <>
            <Transfer project={project} />
            {deletion === null && (
              <>
                <Archive page={page} />
                <DeleteCard
                  kind="project"
                  id={project.id}
                  name={project.name}
                  fullPath={fullPath}
                  days={deletionDays}
                  holds="its repository and issues"
                />
              </>
            )}
          </>
        )}
      </SettingsStack>
    </Page>
  )
}

function useChange(project: Project, said: string, onSaved?: (sent: Changes) => void) {
  const client = useQueryClient()
  const change = useOperation(updateProject, {
    refreshes,
    onSuccess: (_, sent) => {
      onSaved?.(sent)
      showToast(said)
    },
    // What somebody else saved is fetched, and shown beside what was to be saved.
    onError: error => {
      if (error.status === 409) void client.invalidateQueries({ queryKey: [projectSettingsPage.name] })
    },
  })
  return {
    change,
    save: (changes: Changes, expected?: Changes['expected']) => {
      if (!change.isPending && Object.keys(changes).length > 0)
        change.mutate({ id: project.id, ...changes, ...(expected === undefined ? {} : { expected }) })
    },
  }
}

function General({ project }: { readonly project: Project }) {
  const { id, name, defaultBranch } = project
  const draft = useDraft<{ topics: string[]; defaultBranch: string }>({
    topics: project.topics,
    defaultBranch: defaultBranch ?? '',
  })
  const { topics, defaultBranch: branch } = draft.values
  const called = useCalled(`project.${id}.description`, { name, description: project.description ?? '' })
  const { change, save } = useChange(project, 'Settings saved', sent => {
    called.saved(sent)
    draft.saved(sent)
  })
  const { error } = change
  return (
    <GeneralCard
      called={called}
      descriptionLimit={2000}
      error={error}
      isBusy={change.isPending}
      more={['topics', 'defaultBranch']}
      notice={
        <OverlapBanner
          fields={[...called.overlaps, ...draft.overlaps.map(field => generalWords[field])]}
          onKeep={() => {
            called.keep()
            draft.keep()
            change.reset()
          }}
          onDiscard={() => {
            called.discard()
            draft.discard()
            change.reset()
          }}
        />
      }
      onSave={(changes, expected) => save({ ...changes, ...draft.changes }, { ...expected, ...draft.expected })}
    >
      <FormField
        label="Topics"
        hint="Keywords that help people find the project. Press Enter or comma after each one."
        error={fieldProblem(error, 'topics', 'Topics')}
      >
        <TopicsInput topics={topics} onTopics={next => draft.set({ topics: [...next] })} />
      </FormField>
      {defaultBranch !== null && (
        <FormField label="Default branch" error={fieldProblem(error, 'defaultBranch', 'Default branch')}>
          <TextInput code value={branch} onChange={event => draft.set({ defaultBranch: event.target.value.trim() })} />
        </FormField>
      )}
    </GeneralCard>
  )
}

const generalWords = { topics: 'the topics', defaultBranch: 'the default branch' } as const

function Picture({ project }: { readonly project: Project }) {
  const { change, save } = useChange(project, 'Picture saved')
  return (
    <PictureCard owner={project} isBusy={change.isPending} error={change.error} onSave={avatar => save({ avatar })} />
  )
}

type FeatureLevel = Project['issuesAccessLevel']
const featureLevels = ['enabled', 'private', 'disabled'] as const satisfies readonly FeatureLevel[]
const featureOptions = [
  { value: 'enabled', label: 'Everyone with access' },
  { value: 'private', label: 'Only members' },
  { value: 'disabled', label: 'Disabled' },
]

const features = [
  ['issuesAccessLevel', 'Issues'],
  ['repositoryAccessLevel', 'Code'],
  ['mergeRequestsAccessLevel', 'Merge requests'],
] as const

interface AccessFields {
  readonly visibility: Visibility
  readonly issuesAccessLevel: FeatureLevel
  readonly repositoryAccessLevel: FeatureLevel
  readonly mergeRequestsAccessLevel: FeatureLevel
  readonly singleAssignee: boolean
  readonly allowForcePush: boolean
}

const accessWords: Readonly<Record<keyof AccessFields, string>> = {
  visibility: 'the visibility',
  issuesAccessLevel: 'who can see issues',
  repositoryAccessLevel: 'who can see code',
  mergeRequestsAccessLevel: 'who can see merge requests',
  singleAssignee: 'the number of assignees',
  allowForcePush: 'force pushes to the default branch',
}

function Access({ page }: { readonly page: SettingsPage }) {
  const { project, visibilities, canOwn } = page
  const draft = useDraft<AccessFields>({
    visibility: project.visibility,
    issuesAccessLevel: project.issuesAccessLevel,
    repositoryAccessLevel: project.repositoryAccessLevel,
    mergeRequestsAccessLevel: project.mergeRequestsAccessLevel,
    singleAssignee: page.singleAssignee,
    allowForcePush: project.allowForcePush,
  })
  const { visibility, singleAssignee, allowForcePush, ...levels } = draft.values
  const { change, save } = useChange(project, 'Access saved', draft.saved)
  const widest = (['public', 'internal', 'private'] as const).find(each => visibilities.includes(each)) ?? 'private'
  return (
    <Card title="Visibility and features">
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
        {canOwn && (
          <VisibilityField
            of="project"
            value={visibility}
            parent={project.namespace.kind === 'group' ? { name: project.namespace.name, visibility: widest } : null}
            error={fieldProblem(change.error, 'visibilityLevel', 'Visibility')}
            onValue={next => draft.set({ visibility: next })}
          />
        )}
        {features.map(([feature, label]) => (
          <FormField key={feature} label={label}>
            <Select
              options={featureOptions}
              value={levels[feature]}
              onChange={event => {
                const level = featureLevels.find(each => each === event.target.value)
                if (level) draft.set({ [feature]: level })
              }}
            />
          </FormField>
        ))}
        <Checkbox
          label="One assignee an issue"
          hint="Assigning someone replaces the current assignee."
          checked={singleAssignee}
          onChange={event => draft.set({ singleAssignee: event.target.checked })}
        />
        <Checkbox
          label="Allow force pushes to the default branch"
          hint="Anyone who can push can rewrite its history."
          checked={allowForcePush}
          onChange={event => draft.set({ allowForcePush: event.target.checked })}
        />
        <SaveButton isBusy={change.isPending}>Save access</SaveButton>
      </Form>
    </Card>
  )
}

function Rename({ project }: { readonly project: Project }) {
  const goTo = useGoTo()
  const change = useOperation(updateProject, {
    refreshes,
    onSuccess: renamed => {
      showToast('Path changed')
      goTo(`/${renamed.pathWithNamespace}/-/edit`, { replace: true })
    },
  })
  return (
    <PathForm
      of="project"
      path={project.path}
      above={project.namespace.fullPath}
      busy={change.isPending}
      error={change.error}
      onPath={path => change.mutate({ id: project.id, path })}
    />
  )
}

function Transfer({ project }: { readonly project: Project }) {
  const goTo = useGoTo()
  const found = useTargets(newProjectPage)
  const move = useOperation(transferProject, {
    refreshes,
    onSuccess: moved => {
      showToast(`Moved to ${moved.namespace.name}`)
      goTo(`/${moved.pathWithNamespace}/-/edit`, { replace: true })
    },
  })
  return (
    <TransferCard
      of="project"
      description="Move the project to another group or to a person."
      label="To"
      note="Old URLs redirect to the new one. Members who have access through the current group lose it."
      path={project.path}
      found={{ ...found, targets: found.targets.filter(each => each.id !== project.namespace.id) }}
      move={move}
      onMove={(target, close) => {
        if (target !== null) move.mutate({ id: project.id, namespace: target.id }, { onSuccess: close })
      }}
    />
  )
}

function Archive({ page }: { readonly page: SettingsPage }) {
  const { project, isParentArchived } = page
  const archive = useOperation(archiveProject, { refreshes, onSuccess: () => showToast('Project archived') })
  const unarchive = useOperation(unarchiveProject, { refreshes, onSuccess: () => showToast('Project unarchived') })
  const call = project.archived ? unarchive : archive
  return (
    <ConfirmedActionCard
      title={project.archived ? 'Open again' : 'Archive'}
      verb={project.archived ? 'Open project again' : 'Archive project'}
      tone="plain"
      busy={call.isPending}
      error={formProblem(call.error)}
      disabled={isParentArchived}
      onDo={done => call.mutate({ id: project.id }, { onSuccess: done })}
    >
      {isParentArchived
        ? 'The group above is archived, and with it this project.'
        : project.archived
          ? 'Everything in it can be changed again.'
          : 'The project becomes read-only. Its visibility does not change.'}
    </ConfirmedActionCard>
  )
}
