import { type ReactNode, useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { placeTokensPath } from '#contract/foundation/place-tokens-path.ts'
import { statusSettingsPath } from '#contract/plan/incidents/status-page-path.ts'
import { type PlaceNamespace, usePlace } from '#web/api/place.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { uploadOf } from '#web/api/upload.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Form, FormActions, FormNote } from '#web/ui/forms/Form.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { BadgesCard } from '../badges/BadgesCard.tsx'
import { CustomAttributesCard } from '../custom-attributes/CustomAttributes.tsx'
import { DeletionBanner } from '../places/DeletionBanner.tsx'
import { fullPathOf, namespaceKinds, namespacePages, useDelete } from '../places/kinds.ts'
import { NamespacePicker } from '../places/NamespacePicker.tsx'
import type { ProjectHome } from '../places/place.ts'
import { type Target, useTargets } from '../places/use-targets.ts'
import { fieldProblem, formProblem } from '../problems.ts'
import { AvatarField } from '../user-settings/AvatarField.tsx'
import { ConfirmedActionCard } from './ConfirmedActionCard.tsx'
import { DeployTokensCard } from './DeployTokensCard.tsx'
import { type EditedNamespace, useChange } from './SettingsForm.tsx'

interface Namespace extends EditedNamespace {
  readonly name: string
  readonly path: string
  readonly fullPath: string
  readonly avatarUrl: string | null
  readonly archived: boolean
  /** Null for a group at the top. */
  readonly parent: { readonly id: number; readonly fullPath: string } | null
  readonly isParentArchived: boolean
  readonly deletion: ProjectHome['deletion']
  /** Days in which it could be restored; 0 when it would be deleted at once. */
  readonly deletionDays: number
  /** The contents that would be deleted with it: "its repository and issues". */
  readonly holds: string
}

interface NamespaceSettingsProps {
  readonly namespace: Namespace
  readonly frame: PlaceNamespace
  /** Transfer, archive and delete are the owner's. */
  readonly canOwn: boolean
  readonly general: ReactNode
  readonly access: ReactNode
}

interface CardProps {
  readonly namespace: Namespace
}

/** The settings of a project or group, a card each. */
export function NamespaceSettings({ namespace, frame, canOwn, general, access }: NamespaceSettingsProps) {
  const { kind, id, fullPath, deletion } = namespace
  usePlace({
    title: foundationTitles.settings,
    namespace: frame,
    active: 'settings',
    crumbs: [{ label: 'Settings', href: namespaceKinds[kind].settingsPath(fullPath) }],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={foundationTitles.settings}
        actions={
          kind === 'project' &&
          frame.offers.code && (
            <>
              <LinkButton href={`/${fullPath}/-/settings/repository`}>Repository settings</LinkButton>
              <LinkButton href={`/${fullPath}/-/settings/merge_requests`}>Merge request settings</LinkButton>
              <LinkButton href={`/${fullPath}/-/settings/deploy`}>Deployment settings</LinkButton>
            </>
          )
        }
      />
      <Stack gap={5}>
        <DeletionBanner {...namespace} canOwn={canOwn} />
        {general}
        <AvatarCard namespace={namespace} />
        <BadgesCard place={{ kind, id }} />
        {access}
        <Card
          title={foundationTitles.accessTokens}
          description={`Access tokens let scripts and bots use the API and Git in this ${kind} without anyone’s account.`}
          aside={
            <LinkButton size="s" href={placeTokensPath(kind, fullPath)}>
              Manage access tokens
            </LinkButton>
          }
        />
        <DeployTokensCard kind={kind} id={id} fullPath={fullPath} />
        {kind === 'project' && (
          <Card
            title="Webhooks"
            description="Webhooks send a request to your URL for each event in the project."
            aside={
              <LinkButton size="s" href={`/${fullPath}/-/hooks`}>
                Manage webhooks
              </LinkButton>
            }
          />
        )}
        {kind === 'project' && (
          <Card
            title="Status page"
            description="A public page with the state of your product, its uptime, incidents and planned maintenance."
            aside={
              <LinkButton size="s" href={statusSettingsPath(fullPath)}>
                Manage status page
              </LinkButton>
            }
          />
        )}
        {kind === 'project' && (
          <Card
            title="Error tracking"
            description="Collect errors from your applications with a Sentry SDK."
            aside={
              <LinkButton size="s" href={`/${fullPath}/-/settings/error_tracking`}>
                Manage error tracking
              </LinkButton>
            }
          />
        )}
        {kind === 'project' && (
          <Card
            title="Alerts"
            description="Receive alerts from your monitoring tools."
            aside={
              <LinkButton size="s" href={`/${fullPath}/-/settings/alerts`}>
                Manage alerts
              </LinkButton>
            }
          />
        )}
        {kind === 'project' && frame.offers.issues && (
          <Card
            title="Escalation policies"
            description="Escalation policies page people about an incident until someone acknowledges or resolves it."
            aside={
              <LinkButton size="s" href={`/${fullPath}/-/escalation_policies`}>
                Manage escalation policies
              </LinkButton>
            }
          />
        )}
        <CustomAttributesCard owner={{ kind, id }} />
        <PathCard namespace={namespace} />
        {canOwn && <TransferCard namespace={namespace} />}
        {canOwn && deletion === null && (
          <>
            <ArchiveCard namespace={namespace} />
            <DeleteCard namespace={namespace} />
          </>
        )}
      </Stack>
    </Page>
  )
}

function AvatarCard({ namespace }: CardProps) {
  const { avatarUrl } = namespace
  const { change, save } = useChange(namespace, 'Avatar saved')
  return (
    <Card title="Avatar">
      <AvatarField
        key={avatarUrl}
        owner={namespace}
        shape="square"
        busy={change.isPending}
        error={formProblem(change.error)}
        onSave={file => save({ avatar: uploadOf(file) })}
        onRemove={avatarUrl === null ? undefined : () => save({ avatar: '' })}
      />
    </Card>
  )
}

function PathCard({ namespace }: CardProps) {
  const { kind, id, path, parent } = namespace
  const { update, settingsPath } = namespaceKinds[kind]
  const goTo = useGoTo()
  const change = useOperation(update, {
    refreshes: namespacePages,
    onSuccess: renamed => {
      showToast('Path changed')
      goTo(settingsPath(fullPathOf(renamed)), { replace: true })
    },
  })
  const [typed, setTyped] = useState<string | null>(null)
  const site = useIsHydrated() ? window.location.host : ''
  const shown = typed ?? path
  const isNew = shown.trim() !== '' && shown.trim() !== path
  return (
    <Card title="Path" description={`Used in the URL of the ${kind}.`}>
      <Form
        problem={formProblem(change.error, ['path'])}
        onSubmit={() => isNew && !change.isPending && change.mutate({ id, path: shown.trim() })}
      >
        <FormField
          label="Path"
          hint={[site, parent?.fullPath, shown].filter(part => part !== undefined).join('/')}
          refusal={fieldProblem(change.error, 'path', 'Path')}
        >
          <TextInput code autoCapitalize="none" spellCheck={false} value={shown} onValue={setTyped} />
        </FormField>
        {isNew && (
          <Banner tone="warning">
            Changes every URL of the {kind}. Old URLs redirect until another project or group takes the path. Existing
            clones keep working, but update their remote URL.
          </Banner>
        )}
        <FormActions submit="Change path" variant="secondary" disabled={!isNew} busy={change.isPending} />
      </Form>
    </Card>
  )
}

function TransferCard({ namespace }: CardProps) {
  const { kind, id, path, parent } = namespace
  const { title, settingsPath, targetsPage, transfer, transferInput, transferWords } = namespaceKinds[kind]
  const { label } = transferWords
  const goTo = useGoTo()
  const found = useTargets(targetsPage)
  const [target, setTarget] = useState<Target | null>(null)
  const [isAsking, setAsking] = useState(false)
  const move = useOperation(transfer, {
    refreshes: namespacePages,
    onSuccess: moved => {
      setAsking(false)
      showToast(`${title} moved`)
      goTo(settingsPath(fullPathOf(moved)), { replace: true })
    },
  })
  // A group that stands at the top already can only go below another one.
  const canGoToTop = kind === 'group' && parent !== null
  const canGo = target !== null || canGoToTop
  return (
    <Card title="Transfer" description={transferWords.description}>
      <Form onSubmit={() => canGo && setAsking(true)}>
        <FormField label={label}>
          <NamespacePicker
            label={label}
            found={{ ...found, targets: found.targets.filter(each => each.id !== id && each.id !== parent?.id) }}
            chosen={target}
            {...(kind === 'group' && { placeholder: canGoToTop ? 'No parent (top level)' : 'Search groups' })}
            onChosen={setTarget}
          />
        </FormField>
        <FormNote>{transferWords.note}</FormNote>
        <FormActions submit={`Transfer ${kind}`} variant="secondary" disabled={!canGo} />
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={target === null ? 'Make this a top-level group?' : `Transfer to ${target.fullName}?`}
          confirm={`Transfer ${kind}`}
          typed={path}
          write={move}
          onConfirm={() => {
            const input = transferInput(target?.id ?? null)
            if (input !== null) move.mutate({ id, ...input })
          }}
          onClose={() => setAsking(false)}
        >
          Its new URL is {target === null ? path : `${target.fullPath}/${path}`}.
        </ConfirmDialog>
      )}
    </Card>
  )
}

function ArchiveCard({ namespace }: CardProps) {
  const { kind, id, archived, isParentArchived } = namespace
  const { title, ...calls } = namespaceKinds[kind]
  const toasts = (done: string) => ({ refreshes: namespacePages, onSuccess: () => showToast(`${title} ${done}`) })
  // Two calls: the page may say that it is archived before the answer is there, and the answer closes the dialog.
  const archive = useOperation(calls.archive, toasts('archived'))
  const unarchive = useOperation(calls.unarchive, toasts('unarchived'))
  const call = archived ? unarchive : archive
  return (
    <ConfirmedActionCard
      title={archived ? 'Unarchive' : 'Archive'}
      verb={archived ? `Unarchive ${kind}` : `Archive ${kind}`}
      tone="plain"
      busy={call.isPending}
      error={formProblem(call.error)}
      disabled={isParentArchived}
      onDo={done => call.mutate({ id }, { onSuccess: done })}
    >
      {isParentArchived
        ? `This ${kind} is archived because its group is archived.`
        : archived
          ? 'Its contents become editable again.'
          : `The ${kind} and everything in it become read-only. The visibility does not change.`}
    </ConfirmedActionCard>
  )
}

/** Deletes it, then opens the list where it can be restored. */
function DeleteCard({ namespace }: CardProps) {
  const { kind, id, name, fullPath, deletionDays: days, holds } = namespace
  const remove = useDelete(
    kind,
    days === 0
      ? { successMessage: `${name} deleted`, redirectTo: '/' }
      : { successMessage: `${name} will be deleted in ${counted(days, 'day')}`, redirectTo: '/?tab=pending' },
  )
  return (
    <ConfirmedActionCard
      title="Delete"
      verb={`Delete ${kind}`}
      tone="danger"
      typed={fullPath}
      busy={remove.isPending}
      error={formProblem(remove.error)}
      onDo={() => remove.mutate({ id, fullPath })}
    >
      {days === 0
        ? `This deletes the ${kind}, including ${holds}. This cannot be undone.`
        : `The ${kind}, including ${holds}, will be deleted in ${counted(days, 'day')}. Until then, it is read-only and its owners can restore it.`}
    </ConfirmedActionCard>
  )
}
