import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import type { Visibility } from '#contract/shapes.ts'
import { createProject, dashboardPage, newProjectPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageSearch } from '#web/api/route.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NewPlaceForm, useNewPlace } from '../places/NewPlaceForm.tsx'
import { numberIn } from '../places/path.ts'
import { type Target, useTargets } from '../places/use-targets.ts'

export function NewProjectPage() {
  usePlace({ title: foundationTitles.newProject, namespace: null, active: null, crumbs: [] })
  const namespaceId = numberIn(usePageSearch().namespace_id)
  const { data } = useReading(newProjectPage, namespaceId === undefined ? {} : { namespaceId })
  return (
    <Page width="narrow">
      <PageHeader
        title={foundationTitles.newProject}
        detail="A project brings together a repository, its issues and the people who work on them."
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <NewProjectForm start={startOf(data.namespaces, namespaceId)} visibility={data.defaultVisibility} />
      )}
    </Page>
  )
}

const startOf = (targets: readonly Target[], id: number | undefined): Target | null =>
  targets.find(target => target.id === id) ?? targets[0] ?? null

interface NewProjectFormProps {
  readonly start: Target | null
  readonly visibility: Visibility
}

function NewProjectForm({ start, visibility }: NewProjectFormProps) {
  const goTo = useGoTo()
  const place = useNewPlace({ target: start, visibility, kind: 'project' })
  const [hasReadme, setReadme] = useState(true)
  const found = useTargets(newProjectPage)
  const create = useOperation(createProject, {
    refreshes: [dashboardPage],
    onSuccess: project => {
      place.description.clear()
      goTo(`/${project.pathWithNamespace}`)
    },
  })
  return (
    <NewPlaceForm
      of="project"
      place={place}
      where={{ label: 'Where' }}
      found={found}
      examples={{ name: 'My project', path: 'my-project' }}
      descriptionLimit={2000}
      error={create.error}
      isBusy={create.isPending}
      onSubmit={() =>
        create.mutate({
          name: place.name.trim(),
          path: place.path,
          description: place.description.text,
          visibility: place.visibility,
          initializeWithReadme: hasReadme,
          ...(place.target === null ? {} : { namespaceId: place.target.id }),
        })
      }
    >
      <Checkbox
        label="Begin with a README"
        hint="The project can be cloned at once. Leave it out to push a repository that you have."
        checked={hasReadme}
        onChange={event => setReadme(event.target.checked)}
      />
    </NewPlaceForm>
  )
}
