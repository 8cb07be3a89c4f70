import { deploySettingsPath, environmentsPath } from '#contract/deploy/environments/environment-paths.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { environmentsTopic, projectTopic } from '#contract/live-topics.ts'
import { deploySettingsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { FreezePeriodsCard } from './FreezePeriodsCard.tsx'
import { ProtectedEnvironmentsCard } from './ProtectedEnvironmentsCard.tsx'

/** Protected environments and freeze periods of a project. */
export function DeploySettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data, isError, refetch } = useReading(
    deploySettingsPage,
    { namespace },
    { topics: page => [environmentsTopic(page.namespace.id), projectTopic(page.namespace.id)] },
  )
  usePlace({
    title: deployTitles.deploySettings,
    namespace: data === undefined ? null : shownNamespace(data.namespace),
    active: 'settings',
    crumbs: [
      { label: 'Settings', href: `/${namespace}/-/edit` },
      { label: deployTitles.deploySettings, href: deploySettingsPath(namespace) },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader
        title={deployTitles.deploySettings}
        actions={<LinkButton href={environmentsPath(namespace)}>View environments</LinkButton>}
      />
      {data !== undefined ? (
        <Stack gap={5}>
          <ProtectedEnvironmentsCard page={data} />
          <FreezePeriodsCard page={data} />
        </Stack>
      ) : isError ? (
        <RetryBanner onRetry={refetch}>Could not load the settings.</RetryBanner>
      ) : (
        <Skeleton rows={4} shape="row" />
      )}
    </Page>
  )
}
