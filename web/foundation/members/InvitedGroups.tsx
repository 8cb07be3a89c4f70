import { XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { groupMembersPage, projectMembersPage, unshareGroup, unshareProject } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Chip } from '../Chip.tsx'
import { useShare } from '../places/kinds.ts'
import styles from './MembersPage.module.css'
import { roleName } from './roles.ts'

type Invited = ReplyOf<typeof import('#contract/foundation/members.ts').projectMembersPage>['groups'][number]

interface InvitedGroupsProps {
  readonly kind: 'project' | 'group'
  readonly namespace: { readonly id: number; readonly fullName: string }
  readonly groups: readonly Invited[]
  /** The levels the viewer may give and take; empty for who may give none. */
  readonly grantable: readonly number[]
}

const calls = {
  project: { page: projectMembersPage, unshare: unshareProject },
  group: { page: groupMembersPage, unshare: unshareGroup },
} as const

/** The groups that a place is shared with, and what their members get there. */
export function InvitedGroups({ kind, namespace, groups, grantable }: InvitedGroupsProps) {
  const [leaving, setLeaving] = useState<Invited | null>(null)
  const { page, unshare } = calls[kind]
  const put = useShare(kind)
  const drop = useOperation(unshare, { refreshes: [page] })

  function removeNow({ group, groupAccess, expiresAt }: Invited) {
    drop.mutate(
      { id: namespace.id, groupId: group.id },
      {
        onSuccess: () => {
          setLeaving(null)
          showToast(`${group.fullName} removed`, {
            undo: () => put.mutate({ id: namespace.id, groupId: group.id, groupAccess, expiresAt }),
          })
        },
      },
    )
  }

  return (
    <section className={styles.groups} aria-labelledby="invited-groups">
      <h2 id="invited-groups">Invited groups</h2>
      <List aria-labelledby="invited-groups">
        {groups.map(invited => (
          <ListRow
            key={invited.group.id}
            leading={<Avatar {...invited.group} shape="square" sizePx={32} named={false} />}
            title={<Anchor href={`/groups/${invited.group.fullPath}`}>{invited.group.fullName}</Anchor>}
            detail={
              <>
                <span>Group members keep their role, limited to this maximum</span>
                {invited.expiresAt !== null && <span>Until {dayWords(invited.expiresAt)}</span>}
              </>
            }
            trailing={
              <>
                <Chip>{roleName(invited.groupAccess)}</Chip>
                {grantable.includes(invited.groupAccess) && (
                  <IconButton
                    label={`Remove ${invited.group.fullName}`}
                    icon={<XIcon />}
                    size="s"
                    variant="danger-quiet"
                    onClick={() => setLeaving(invited)}
                  />
                )}
              </>
            }
          />
        ))}
      </List>
      {leaving && (
        <ConfirmDialog
          title={`Remove ${leaving.group.fullName}?`}
          confirm="Remove group"
          write={drop}
          onConfirm={() => removeNow(leaving)}
          onClose={() => setLeaving(null)}
        >
          Members of <bdi>{leaving.group.fullName}</bdi> lose access to <bdi>{namespace.fullName}</bdi> unless they have
          access another way.
        </ConfirmDialog>
      )}
    </section>
  )
}
