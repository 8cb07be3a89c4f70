import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { Visibility } from '#contract/shapes.ts'
import { createGroup, dashboardPage, groupPage, namespacePage, newGroupPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NewPlaceForm, useNewPlace } from '../places/NewPlaceForm.tsx'
import { numberIn } from '../places/path.ts'
import { type Target, useTargets } from '../places/use-targets.ts'

export function NewGroupPage() {
  usePlace({ title: foundationTitles.newGroup, namespace: null, active: null, crumbs: [] })
  const parentId = numberIn(usePageSearch().parent_id)
  const { data } = useReading(newGroupPage, parentId === undefined ? {} : { parentId })
  return (
    <Page width="narrow">
      <PageHeader
        title={foundationTitles.newGroup}
        detail="Groups contain projects. Group members can access every project in the group."
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : data.canCreateAtTop || data.parents.length > 0 ? (
        <NewGroupForm
          start={
            data.parents.find(each => each.id === parentId) ?? (data.canCreateAtTop ? null : (data.parents[0] ?? null))
          }
          visibility={data.defaultVisibility}
          canCreateAtTop={data.canCreateAtTop}
        />
      ) : (
        <EmptyState title="You cannot create groups" action={<LinkButton href="/">Go to your projects</LinkButton>}>
          Ask an administrator, or the owner of a group below which you need one.
        </EmptyState>
      )}
    </Page>
  )
}

interface NewGroupFormProps {
  readonly start: Target | null
  readonly visibility: Visibility
  readonly canCreateAtTop: boolean
}

function NewGroupForm({ start, visibility, canCreateAtTop }: NewGroupFormProps) {
  const goTo = useGoTo()
  const place = useNewPlace({ target: start, visibility, kind: 'group' })
  const found = useTargets(newGroupPage)
  const create = useOperation(createGroup, {
    refreshes: [dashboardPage, groupPage, namespacePage],
    onSuccess: group => {
      place.description.clear()
      goTo(`/${group.fullPath}`)
    },
  })
  return (
    <NewPlaceForm
      of="group"
      place={place}
      where={{
        label: 'Parent group',
        optional: canCreateAtTop,
        placeholder: canCreateAtTop ? 'None: at the top' : 'Search groups',
      }}
      found={found}
      examples={{ name: 'My team', path: 'my-team' }}
      descriptionLimit={500}
      error={create.error}
      isBusy={create.isPending}
      onSubmit={() =>
        create.mutate({
          name: place.name.trim(),
          path: place.path,
          description: place.description.text,
          visibility: place.visibility,
          ...(place.target === null ? {} : { parentId: place.target.id }),
        })
      }
    />
  )
}
