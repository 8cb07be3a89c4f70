import { useState } from 'react'
import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { newProjectPage } from '#web/api/operations.gen.ts'
import { usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { NewNamespaceForm } from '../places/NewNamespaceForm.tsx'
import { numberIn } from '../places/path.ts'

export function NewProjectPage() {
  usePlace({ title: foundationTitles.newProject, namespace: null, active: null, crumbs: [] })
  const namespaceId = numberIn(usePageSearch().namespace_id)
  const { data } = useReading(newProjectPage, namespaceId === undefined ? {} : { namespaceId })
  const [hasReadme, setReadme] = useState(true)
  return (
    <Page width="narrow">
      <PageHeader
        title={foundationTitles.newProject}
        detail="A project brings together a repository, its issues and the people who work on them."
      />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <NewNamespaceForm
          kind="project"
          start={data.namespaces.find(target => target.id === namespaceId) ?? data.namespaces[0] ?? null}
          defaultVisibility={data.defaultVisibility}
          where={{ label: 'Group or namespace' }}
          inputOf={target => ({
            initializeWithReadme: hasReadme,
            ...(target === null ? {} : { namespaceId: target }),
          })}
        >
          <Checkbox
            label="Initialize repository with a README"
            hint="Lets you clone the repository right away. Skip this if you plan to push an existing one."
            checked={hasReadme}
            onValue={setReadme}
          />
        </NewNamespaceForm>
      )}
    </Page>
  )
}
