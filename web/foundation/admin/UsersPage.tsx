import { HashIcon, KebabHorizontalIcon, KeyIcon, PersonAddIcon, VerifiedIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  activateUser,
  approveUser,
  banUser,
  blockUser,
  createTokenFor,
  deactivateUser,
  deleteUser,
  listUsers,
  rejectUser,
  unbanUser,
  unblockUser,
  updateUser,
} from '#web/api/operations.gen.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { nowOf } from '#web/ui/forms/draft.ts'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Select } from '#web/ui/forms/Select.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { Chip } from '../Chip.tsx'
import { CustomAttributesDialog } from '../custom-attributes/CustomAttributes.tsx'
import { userFilters } from '../page-inputs.ts'
import { useHasNext } from '../places/has-next.ts'
import { Pages } from '../places/Pages.tsx'
import { usePageNumber, useSearchBox } from '../places/search-box.ts'
import { MadeToken, TokenForm } from '../tokens/TokenForm.tsx'
import { AdminFrame } from './AdminFrame.tsx'
import { NewUserDialog } from './NewUserDialog.tsx'
import styles from './UsersPage.module.css'

type User = ReplyOf<typeof import('#contract/foundation/users.ts').listUsers>[number]

const filters = [
  { value: '', label: 'All users' },
  { value: 'active', label: 'Active' },
  { value: 'admins', label: 'Administrators' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'blocked_pending_approval', label: 'Waiting for approval' },
] as const

export function UsersPage() {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const box = useSearchBox()
  const page = usePageNumber()
  const filter = userFilters.find(({ word }) => search[word] === 'true')
  const input = {
    ...(box.asked === undefined ? {} : { search: box.asked }),
    ...(page === undefined ? {} : { page }),
    ...(filter === undefined ? {} : { [filter.input]: true }),
  }
  const { data: users } = useReading(listUsers, input, { keepPrevious: true })
  const hasNext = useHasNext(listUsers, input, users)
  const [isCreating, setCreating] = useState(false)
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const close = () => setOpened(null)
  return (
    <AdminFrame
      active="users"
      title={foundationTitles.users}
      width="list"
      actions={
        <Button variant="primary" icon={<PersonAddIcon />} onClick={() => setCreating(true)}>
          New user
        </Button>
      }
    >
      <div className={styles.tools}>
        <SearchInput label="Search users" value={box.text} onValue={box.setText} />
        <Select
          aria-label="Filter users"
          options={filters}
          value={filter?.word ?? ''}
          onChange={event => {
            const { value } = event.target
            setSearch({
              ...(box.asked === undefined ? {} : { search: box.asked }),
              ...(value === '' ? {} : { [value]: 'true' }),
            })
          }}
        />
      </div>
      {users === undefined ? (
        <Skeleton rows={8} shape="row" />
      ) : users.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-found" />} title="No users found">
          No users match your search and filter.
        </EmptyState>
      ) : (
        <List aria-label="Users" className={styles.users}>
          {users.map(user => (
            <UserRow key={user.id} user={user} onOpen={what => setOpened({ what, user })} />
          ))}
        </List>
      )}
      <Pages label="Users pagination" hasNext={hasNext} />
      {isCreating && <NewUserDialog onClose={() => setCreating(false)} />}
      {opened?.what === 'attributes' && (
        <CustomAttributesDialog owner={{ kind: 'user', ...nowOf(users, opened.user) }} onClose={close} />
      )}
      {opened?.what === 'token' && <TokenFor user={nowOf(users, opened.user)} onClose={close} />}
    </AdminFrame>
  )
}

/** The dialog that stands in the page, where it outlives the row of a user who is deleted or no longer found. */
interface OpenedDialog {
  readonly what: 'token' | 'attributes'
  readonly user: User
}

interface UserRowProps {
  readonly user: User
  readonly onOpen: (what: OpenedDialog['what']) => void
}

function UserRow({ user, onOpen }: UserRowProps) {
  const { user: self } = useViewer()
  const [isRemoving, setRemoving] = useState(false)
  const told = {
    refreshes: [listUsers],
    onError: (error: { readonly message: string }) => showToast(error.message, { tone: 'danger' }),
  } as const
  const calls = {
    block: useOperation(blockUser, told),
    unblock: useOperation(unblockUser, told),
    ban: useOperation(banUser, told),
    unban: useOperation(unbanUser, told),
    activate: useOperation(activateUser, told),
    deactivate: useOperation(deactivateUser, told),
  }
  const change = useOperation(updateUser, told)
  const run = (name: keyof typeof calls, done: string, undo?: keyof typeof calls) =>
    calls[name].mutate(
      { id: user.id },
      {
        onSuccess: () =>
          showToast(
            `${user.name} ${done}`,
            undo === undefined ? {} : { undo: () => calls[undo].mutate({ id: user.id }) },
          ),
      },
    )
  const approve = useOperation(approveUser, told)
  const isSelf = user.id === self?.id
  const isWaiting = user.state === 'blocked_pending_approval'
  const items: readonly MenuItem[] = [
    { label: 'Create access token', icon: <KeyIcon />, onSelect: () => onOpen('token') },
    {
      label: user.staff ? 'Remove staff badge' : 'Show staff badge',
      icon: <VerifiedIcon />,
      onSelect: () =>
        change.mutate(
          { id: user.id, staff: !user.staff },
          {
            onSuccess: () =>
              showToast(`Staff badge ${user.staff ? 'removed from' : 'shown beside comments of'} ${user.name}`),
          },
        ),
    },
    { label: 'Custom attributes', icon: <HashIcon />, onSelect: () => onOpen('attributes') },
    ...(isSelf
      ? []
      : [
          {
            label: user.isAdmin ? 'Remove administrator access' : 'Make administrator',
            onSelect: () =>
              change.mutate(
                { id: user.id, admin: !user.isAdmin },
                {
                  onSuccess: () => showToast(`${user.name} is ${user.isAdmin ? 'no longer' : 'now'} an administrator`),
                },
              ),
          },
          { kind: 'separator' } as const,
          ...stateItems(user.state, run),
          ...(isWaiting ? [] : [{ kind: 'separator' } as const]),
          {
            label: isWaiting ? 'Reject and delete' : 'Delete',
            tone: 'danger',
            onSelect: () => setRemoving(true),
          } as const,
        ]),
  ]
  return (
    <ListRow
      leading={<Avatar {...user} sizePx={32} named={false} />}
      title={<Anchor href={`/${user.username}`}>{user.name}</Anchor>}
      badges={
        <>
          {isSelf && <Chip tone="accent">You</Chip>}
          {user.isAdmin && <Chip tone="good">Administrator</Chip>}
          {user.staff && <Chip>Staff</Chip>}
          {user.bot && <Chip>Bot</Chip>}
          {user.external && <Chip>External</Chip>}
          {user.state !== 'active' && <Chip tone="warning">{stateWords[user.state]}</Chip>}
        </>
      }
      detail={
        <>
          <span title={user.username} className={styles.username}>
            @{user.username}
          </span>
          {!user.bot && <span>{user.email}</span>}
          {user.createdAt !== undefined && (
            <span>
              Registered <RelativeTime at={user.createdAt} />
            </span>
          )}
        </>
      }
      trailing={
        <>
          {isWaiting && (
            <Button
              size="s"
              busy={approve.isPending}
              onClick={() =>
                approve.mutate(
                  { id: user.id },
                  { onSuccess: () => showToast(`${user.name} approved. An email is on its way.`) },
                )
              }
            >
              Approve
            </Button>
          )}
          {user.lastActivityOn && <span className={styles.seen}>Active {dayWords(user.lastActivityOn)}</span>}
          <Menu
            label={`Actions for ${user.name}`}
            placement="bottom-end"
            trigger={<IconButton label={`Actions for ${user.name}`} icon={<KebabHorizontalIcon />} size="s" />}
            items={items}
          />
          {isRemoving && isWaiting && <RejectUser user={user} onClose={() => setRemoving(false)} />}
          {isRemoving && !isWaiting && <DeleteUser user={user} onClose={() => setRemoving(false)} />}
        </>
      }
    />
  )
}

const stateWords = {
  active: 'Active',
  blocked: 'Blocked',
  deactivated: 'Deactivated',
  banned: 'Banned',
  blocked_pending_approval: 'Waiting for approval',
  ldap_blocked: 'Blocked by LDAP',
} satisfies Record<User['state'], string>

type UserStateChange = 'block' | 'unblock' | 'ban' | 'unban' | 'activate' | 'deactivate'

function stateItems(
  state: User['state'],
  run: (name: UserStateChange, done: string, undo?: UserStateChange) => void,
): readonly MenuItem[] {
  switch (state) {
    case 'active':
      return [
        { label: 'Block', onSelect: () => run('block', 'blocked', 'unblock') },
        { label: 'Ban and hide issues', onSelect: () => run('ban', 'banned', 'unban') },
        { label: 'Deactivate', onSelect: () => run('deactivate', 'deactivated', 'activate') },
      ]
    case 'blocked':
      return [{ label: 'Unblock', onSelect: () => run('unblock', 'unblocked', 'block') }]
    case 'banned':
      return [{ label: 'Unban', onSelect: () => run('unban', 'unbanned', 'ban') }]
    case 'blocked_pending_approval':
      return []
    case 'deactivated':
      return [{ label: 'Activate', onSelect: () => run('activate', 'activated') }]
    // The directory decides: the account is unblocked when its person is there again.
    case 'ldap_blocked':
      return []
    default:
      return state satisfies never
  }
}

interface AboutUserProps {
  readonly user: User
  readonly onClose: () => void
}

function DeleteUser({ user, onClose }: AboutUserProps) {
  const remove = useOperation(deleteUser, {
    refreshes: [listUsers],
    onSuccess: () => {
      showToast(`${user.name} deleted`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${user.name}?`}
      confirm="Delete user"
      typed={user.username}
      write={remove}
      onConfirm={() => remove.mutate({ id: user.id })}
      onClose={onClose}
    >
      Their issues and comments in other projects are kept and attributed to “A deleted user”. Their own projects are
      deleted. This cannot be undone.
    </ConfirmDialog>
  )
}

function RejectUser({ user, onClose }: AboutUserProps) {
  const reject = useOperation(rejectUser, {
    refreshes: [listUsers],
    onSuccess: () => {
      showToast(`${user.name} rejected`)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      title={`Reject ${user.name}?`}
      confirm="Reject registration"
      write={reject}
      onConfirm={() => reject.mutate({ id: user.id })}
      onClose={onClose}
    >
      Their account is deleted, and an email tells them. They can register again.
    </ConfirmDialog>
  )
}

function TokenFor({ user, onClose }: AboutUserProps) {
  const create = useOperation(createTokenFor)
  const made = create.data
  return (
    <Dialog title={`Access token of ${user.name}`} onClose={onClose}>
      {made?.token !== undefined ? (
        <MadeToken name={made.name} token={made.token} onDone={onClose} />
      ) : (
        <TokenForm
          isAdmin={user.isAdmin ?? false}
          busy={create.isPending}
          error={create.error}
          onSubmit={input => create.mutate({ ...input, userId: user.id })}
          onCancel={onClose}
        />
      )}
    </Dialog>
  )
}
