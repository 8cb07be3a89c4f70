import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { newGroupPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NewNamespaceForm } from '../places/NewNamespaceForm.tsx'
import { numberIn } from '../places/path.ts'

export function NewGroupPage() {
  usePlace({ title: foundationTitles.newGroup, namespace: null, active: null, crumbs: [] })
  const parentId = numberIn(usePageSearch().parent_id)
  const { data } = useReading(newGroupPage, parentId === undefined ? {} : { parentId })
  const canCreateAtTop = data?.canCreateAtTop === true
  return (
    <Page width="narrow">
      <PageHeader
        title={foundationTitles.newGroup}
        detail="Groups contain projects. Group members can access every project in the group."
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : canCreateAtTop || data.parents.length > 0 ? (
        <NewNamespaceForm
          kind="group"
          start={data.parents.find(each => each.id === parentId) ?? (canCreateAtTop ? null : (data.parents[0] ?? null))}
          defaultVisibility={data.defaultVisibility}
          where={{
            label: 'Parent group',
            optional: canCreateAtTop,
            placeholder: canCreateAtTop ? 'No parent (top level)' : 'Search groups',
          }}
          inputOf={target => (target === null ? {} : { parentId: target })}
        />
      ) : (
        <EmptyState title="You cannot create groups" action={<LinkButton href="/">Go to your projects</LinkButton>}>
          Ask an administrator, or an owner of the parent group you need.
        </EmptyState>
      )}
    </Page>
  )
}
