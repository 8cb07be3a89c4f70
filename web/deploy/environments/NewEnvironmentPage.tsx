import { environmentsPath, newEnvironmentPath } from '#contract/deploy/environments/environment-paths.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { newEnvironmentPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { EnvironmentForm } from './EnvironmentForm.tsx'

/** The form of a new environment. */
export function NewEnvironmentPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(newEnvironmentPage, { namespace })
  usePlace({
    title: deployTitles.newEnvironment,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'environments',
    crumbs: [
      { label: deployTitles.environments, href: environmentsPath(namespace) },
      { label: 'New', href: newEnvironmentPath(namespace) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={deployTitles.newEnvironment} />
      {data === undefined ? (
        <Skeleton rows={6} shape="row" />
      ) : (
        <EnvironmentForm namespace={data.namespace} environment={null} />
      )}
    </Page>
  )
}
