import { useState } from 'react'
import { flagsPath, newUserListPath, userListPath, userListsPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import { createFlagUserList, getFlagUserListsPage, getNewFeatureFlagPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { type UserListFields, UserListForm } from './UserListForm.tsx'

/** The form of a new user list. */
export function NewUserListPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(getNewFeatureFlagPage, { namespace })
  const [fields, setFields] = useState<UserListFields>({ name: '', userXids: '' })
  const goTo = useGoTo()
  const create = useOperation(createFlagUserList, {
    refreshes: [getFlagUserListsPage, getNewFeatureFlagPage],
    onSuccess: ({ iid }) => goTo(userListPath(namespace, iid)),
  })
  usePlace({
    title: flagTitles.newUserList,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'feature_flags',
    crumbs: [
      { label: flagTitles.flags, href: flagsPath(namespace) },
      { label: flagTitles.userLists, href: userListsPath(namespace) },
      { label: 'New', href: newUserListPath(namespace) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={flagTitles.newUserList} />
      {data === undefined ? (
        <Skeleton rows={3} shape="row" />
      ) : (
        <UserListForm
          fields={fields}
          onFields={change => setFields(now => ({ ...now, ...change }))}
          submit="Create user list"
          busy={create.isPending}
          error={create.error}
          onSubmit={() => create.mutate({ id: data.projectId, ...fields })}
          onCancel={() => goTo(userListsPath(namespace))}
        />
      )}
    </Page>
  )
}
