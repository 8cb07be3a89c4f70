import { codeTitles } from '#contract/code/page-titles.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { repositorySettingsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { codeTopics } from '../shared/place.ts'
import { DeployKeysCard } from './DeployKeysCard.tsx'
import { ProtectedBranchesCard } from './ProtectedBranchesCard.tsx'
import { ProtectedTagsCard } from './ProtectedTagsCard.tsx'

type RepositorySettings = ReplyOf<typeof import('#contract/code/protected-refs.ts').repositorySettingsPage>

/** The settings of a project's code, a card each. */
export function RepositorySettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(repositorySettingsPage, { namespace }, { topics: codeTopics })
  return data === undefined ? null : <Shown page={data} />
}

function Shown({ page }: { readonly page: RepositorySettings }) {
  const { place, protectedBranches, protectedTags, deployKeys } = page
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
        <ProtectedBranchesCard projectId={place.id} rules={protectedBranches} keys={deployKeys} />
        <ProtectedTagsCard projectId={place.id} rules={protectedTags} keys={deployKeys} />
        <DeployKeysCard projectId={place.id} keys={deployKeys} />
      </Stack>
    </Page>
  )
}
