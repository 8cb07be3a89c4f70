import type { EditEnvironmentPage as EditEnvironmentPageData } from '#contract/deploy/environments/environment-pages.ts'
import {
  editEnvironmentPath,
  environmentPath,
  environmentsPath,
} from '#contract/deploy/environments/environment-paths.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { environmentsTopic } from '#contract/live-topics.ts'
import { editEnvironmentPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { EnvironmentForm } from './EnvironmentForm.tsx'
import { environmentInput } from './environment-address.ts'

/** The form of an environment that exists. */
export function EditEnvironmentPage() {
  const { data } = useReading(editEnvironmentPage, environmentInput(usePageParams(), {}), {
    topics: page => [environmentsTopic(page.namespace.id)],
  })
  return data === undefined ? (
    <Page width="narrow">
      <Skeleton rows={6} label="Loading environment" />
    </Page>
  ) : (
    <Shown page={data} />
  )
}

function Shown({ page: { namespace, environment } }: { readonly page: EditEnvironmentPageData }) {
  const { fullPath } = namespace
  const title = deployTitles.editEnvironment(environment.name)
  usePlace({
    title,
    namespace: shownNamespace(namespace),
    active: 'environments',
    crumbs: [
      { label: deployTitles.environments, href: environmentsPath(fullPath) },
      { label: environment.name, href: environmentPath(fullPath, environment.id) },
      { label: 'Edit', href: editEnvironmentPath(fullPath, environment.id) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={title} />
      <EnvironmentForm namespace={namespace} environment={environment} />
    </Page>
  )
}
