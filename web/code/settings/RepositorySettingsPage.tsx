import { codeTitles } from '#contract/code/page-titles.ts'
import { repositorySettingsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import type { CodePlace } from '../shapes.ts'
import { codeTopics } from '../shared/place.ts'
import { DeployKeysCard } from './DeployKeysCard.tsx'
import { ProtectedBranchesCard } from './ProtectedBranchesCard.tsx'
import { ProtectedTagsCard } from './ProtectedTagsCard.tsx'

/** The settings of a project's code, a card each. */
export function RepositorySettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(repositorySettingsPage, { namespace }, { topics: codeTopics })
  return data === undefined ? null : <Shown place={data.place} />
}

function Shown({ place }: { readonly place: CodePlace }) {
  const settings = `/${place.namespace}/-/edit`
  usePlace({
    title: codeTitles.repositorySettings,
    namespace: shownNamespace(place.header),
    active: 'settings',
    crumbs: [
      { label: 'Settings', href: settings },
      { label: 'Repository', href: `/${place.namespace}/-/settings/repository` },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={codeTitles.repositorySettings} />
      <Stack gap={5}>
        <ProtectedBranchesCard place={place} />
        <ProtectedTagsCard place={place} />
        <DeployKeysCard place={place} />
      </Stack>
    </Page>
  )
}
