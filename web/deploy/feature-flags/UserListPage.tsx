import { useState } from 'react'
import { flagsPath, userListPath, userListsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import {
  deleteFlagUserList,
  getFlagUserListPage,
  getFlagUserListsPage,
  updateFlagUserList,
} from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { DraftOverlaps, type FieldLabels } from '#web/foundation/OverlapBanner.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { useDraft } from '#web/ui/forms/draft.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './Flags.module.css'
import { type UserListFields, UserListForm } from './UserListForm.tsx'

type UserListPageData = ReplyOf<typeof import('#contract/deploy/feature-flags/flags.ts').getFlagUserListPage>

const labels: FieldLabels<UserListFields> = { name: 'Name', userXids: 'User IDs' }

/** A user list with the flags that use it. */
export function UserListPage() {
  const { namespace = '', iid = '' } = usePageParams()
  const { data } = useReading(getFlagUserListPage, { namespace, iid: Number(iid) })
  return data === undefined ? (
    <Page width="narrow">
      <Skeleton rows={4} label="Loading user list" />
    </Page>
  ) : (
    <Shown page={data} />
  )
}

function Shown({ page }: { readonly page: UserListPageData }) {
  const { namespace, permissions, userList, flags, projectId } = page
  const lists = userListsPath(namespace.fullPath)
  const draft = useDraft<UserListFields>({ name: userList.name, userXids: userList.userXids })
  const [isRemoving, setRemoving] = useState(false)
  const goTo = useGoTo()
  const input = { id: projectId, iid: userList.iid }
  const refreshes = [getFlagUserListsPage, getFlagUserListPage]
  const update = useOperation(updateFlagUserList, {
    refreshes,
    onSuccess: (_saved, sent) => {
      draft.saved(sent)
      showToast('User list saved')
    },
  })
  const remove = useOperation(deleteFlagUserList, { refreshes: [getFlagUserListsPage], onSuccess: () => goTo(lists) })
  usePlace({
    title: flagTitles.userList(userList.name),
    namespace: shownNamespace(namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace.fullPath) },
      { label: flagTitles.userLists, href: lists },
      { label: userList.name, href: userListPath(namespace.fullPath, userList.iid) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={userList.name}
        actions={
          permissions.canAdmin && (
            <Button variant="danger-quiet" onClick={() => setRemoving(true)}>
              Delete
            </Button>
          )
        }
      />
      <Stack gap={4}>
        {permissions.canAdmin ? (
          <UserListForm
            fields={draft.values}
            onFields={draft.set}
            submit="Save changes"
            busy={update.isPending}
            error={update.error}
            isOverlapped={draft.overlaps.length > 0}
            onSubmit={() => update.mutate({ ...input, ...draft.changes, expected: draft.expected })}
            onCancel={() => goTo(lists)}
          >
            <DraftOverlaps draft={draft} labels={labels} save={update} />
          </UserListForm>
        ) : (
          <p className={styles.muted}>{userList.userXids}</p>
        )}
        <Card title="Feature flags that use this list">
          {flags.length === 0 ? (
            <p className={styles.muted}>None.</p>
          ) : (
            <ul className={styles.history}>
              {flags.map(flag => (
                <li key={flag.path}>
                  <TextLink href={flag.path}>{flag.name}</TextLink>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </Stack>
      {isRemoving && (
        <ConfirmDialog
          title={`Delete ${userList.name}?`}
          confirm="Delete user list"
          write={remove}
          onConfirm={() => remove.mutate(input)}
          onClose={() => setRemoving(false)}
        >
          {flags.length > 0
            ? 'Feature flags use this list. Choose another one in their strategies first.'
            : 'This cannot be undone.'}
        </ConfirmDialog>
      )}
    </Page>
  )
}
