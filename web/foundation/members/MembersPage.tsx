import { PersonAddIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { namespaceTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import type { CallError } from '#web/api/client.ts'
import {
  addGroupMember,
  addProjectMember,
  groupMembersPage,
  projectMembersPage,
  removeGroupMember,
  removeProjectMember,
  updateGroupMember,
  updateProjectMember,
} from '#web/api/operations.gen.ts'
import { useOwnChange } from '#web/api/own-change.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { Pages } from '../places/Pages.tsx'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import { formProblem } from '../problems.ts'
import { AddMembersDialog } from './AddMembersDialog.tsx'
import { InvitedGroups } from './InvitedGroups.tsx'
import { InviteGroupDialog } from './InviteGroupDialog.tsx'
import { type MemberOf, MemberRow, type MembershipChange } from './MemberRow.tsx'
import styles from './MembersPage.module.css'
import { roleName } from './roles.ts'

/** Only owners of groups on sites with a directory see them. */
const LdapLinks = onDemand(() => import('./LdapLinks.tsx').then(module => module.LdapLinks), { holdsKeys: false })

type Members = ReplyOf<typeof import('#contract/foundation/members.ts').projectMembersPage>
type Kind = 'project' | 'group'

const calls = {
  project: {
    page: projectMembersPage,
    add: addProjectMember,
    update: updateProjectMember,
    remove: removeProjectMember,
  },
  group: { page: groupMembersPage, add: addGroupMember, update: updateGroupMember, remove: removeGroupMember },
} as const

export const ProjectMembersPage = () => <MembersPage kind="project" />
export const GroupMembersPage = () => <MembersPage kind="group" />

function MembersPage({ kind }: { readonly kind: Kind }) {
  const { namespace = '' } = usePageParams()
  const box = useSearchBox()
  const page = usePageNumber()
  const { data, isPlaceholderData } = useReading(
    calls[kind].page,
    {
      namespace,
      ...(box.asked === undefined ? {} : { search: box.asked }),
      ...(page === undefined ? {} : { page }),
    },
    { keepPrevious: true, topics: shown => [namespaceTopic({ kind, id: shown.namespace.id })] },
  )
  return data === undefined ? (
    <Page>
      <Skeleton rows={6} shape="row" />
    </Page>
  ) : (
    <Shown kind={kind} data={data} box={box} listed={JSON.stringify([namespace, box.asked, page, isPlaceholderData])} />
  )
}

interface ShownMembersProps {
  readonly kind: Kind
  readonly data: Members
  readonly box: ReturnType<typeof useSearchBox>
  /** Names the query. */
  readonly listed: string
}

/** The row of a member who was removed stays while the list is held under the pointer. */
const noLongerMember = 'This person is no longer a member.'

function Shown({ kind, data, box, listed }: ShownMembersProps) {
  const { namespace, groups, canAdmin, canShare, grantable } = data
  usePlace({
    title: foundationTitles.members,
    namespace,
    active: 'members',
    crumbs: [{ label: 'Members', href: hrefOf(kind, namespace.fullPath) }],
  })
  const steady = useSteadyList(listed, data.members, member => member.user.id, useOwnChange())
  const members = steady.rows
  const { user, ldapLabel } = useViewer()
  const goTo = useGoTo()
  const [isAdding, setAdding] = useState(false)
  const [isInviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<MemberOf | null>(null)
  const { page, add, update, remove } = calls[kind]
  const told = { refreshes: [page] } as const
  const put = useOperation(add, told)
  const change = useOperation(update, {
    ...told,
    onError: error => showToast(sentenceOf(error) ?? error.message, { tone: 'danger' }),
  })
  const drop = useOperation(remove, told)
  const self = members.find(each => each.user.id === user?.id && each.isDirect)

  function changeMember(member: MemberOf, input: MembershipChange) {
    const before: MembershipChange =
      input.accessLevel === undefined ? { expiresAt: member.expiresAt } : { accessLevel: member.accessLevel }
    const key = { id: namespace.id, userId: member.user.id }
    change.mutate(
      { ...key, ...input, expected: before },
      {
        onSuccess: () =>
          showToast(
            input.accessLevel === undefined
              ? `${member.user.name}'s membership changed`
              : `${member.user.name}'s role changed to ${roleName(input.accessLevel)}`,
            { undo: () => change.mutate({ ...key, ...before, expected: input }) },
          ),
      },
    )
  }

  function removeNow(member: MemberOf) {
    const isSelf = member.user.id === user?.id
    drop.mutate(
      { id: namespace.id, userId: member.user.id },
      {
        onSuccess: () => {
          setLeaving(null)
          if (isSelf) {
            showToast(`You left ${namespace.name}`)
            goTo('/')
            return
          }
          showToast(`${member.user.name} removed`, {
            undo: () =>
              put.mutate({
                id: namespace.id,
                userId: [String(member.user.id)],
                accessLevel: member.accessLevel,
                expiresAt: member.expiresAt,
              }),
          })
        },
      },
    )
  }

  return (
    <Page>
      <PageHeader
        title="Members"
        detail={
          kind === 'project'
            ? 'People with access to this project, directly or through a parent group.'
            : 'People with access to this group and everything in it.'
        }
        actions={
          <>
            {self && <Button onClick={() => setLeaving(self)}>Leave {kind}</Button>}
            {canShare && <Button onClick={() => setInviting(true)}>Invite a group</Button>}
            {canAdmin && (
              <Button variant="primary" icon={<PersonAddIcon />} onClick={() => setAdding(true)}>
                Add members
              </Button>
            )}
          </>
        }
      />
      {groups.length > 0 && <InvitedGroups kind={kind} namespace={namespace} groups={groups} grantable={grantable} />}
      {kind === 'group' && canAdmin && ldapLabel !== null && <LdapLinks group={namespace} grantable={grantable} />}
      <div className={styles.tools}>
        <SearchInput label="Search members" value={box.text} onValue={box.setText} />
      </div>
      <SteadyArea of={steady} noun="member">
        {members.length === 0 ? (
          <EmptyState illustration={<Illustration of="nothing-found" />} title="No members found">
            No member matches your search.
          </EmptyState>
        ) : (
          <List aria-label="Members">
            {members.map(member => (
              <MemberRow
                key={member.user.id}
                member={member}
                kind={kind}
                isSelf={member.user.id === user?.id}
                grantable={grantable}
                onChange={input => changeMember(member, input)}
                onRemove={() => setLeaving(member)}
              />
            ))}
          </List>
        )}
      </SteadyArea>
      <Pages label="Members pagination" hasNext={data.hasNext} />
      {isAdding && (
        <AddMembersDialog kind={kind} namespace={namespace} grantable={grantable} onClose={() => setAdding(false)} />
      )}
      {isInviting && (
        <InviteGroupDialog kind={kind} namespace={namespace} grantable={grantable} onClose={() => setInviting(false)} />
      )}
      {leaving && (
        <ConfirmDialog
          title={leaving.user.id === user?.id ? `Leave ${namespace.name}?` : `Remove ${leaving.user.name}?`}
          confirm={leaving.user.id === user?.id ? `Leave ${kind}` : 'Remove member'}
          busy={drop.isPending}
          error={sentenceOf(drop.error)}
          onConfirm={() => removeNow(leaving)}
          onClose={() => {
            drop.reset()
            setLeaving(null)
          }}
        >
          {leaving.user.id === user?.id
            ? 'You will only have the access its visibility allows, and someone must add you again to restore your role.'
            : `${leaving.user.name} loses access to ${namespace.fullName}. Their issues and comments are kept.`}
        </ConfirmDialog>
      )}
    </Page>
  )
}

const hrefOf = (kind: Kind, fullPath: string): string =>
  kind === 'project' ? `/${fullPath}/-/project_members` : `/groups/${fullPath}/-/group_members`

const sentenceOf = (error: CallError | null): string | null =>
  error?.status === 404 ? noLongerMember : formProblem(error)
