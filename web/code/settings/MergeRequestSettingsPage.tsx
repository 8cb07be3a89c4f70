import { codeTitles } from '#contract/code/page-titles.ts'
import { projectTopic } from '#contract/live-topics.ts'
import { mergeRequestSettingsPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Stack } from '#web/ui/layout/Stack.tsx'
import { ProjectApprovalRules } from '../approval-rules/ProjectApprovalRules.tsx'
import { ApprovalSettingsCard } from './ApprovalSettingsCard.tsx'
import { MergingCard } from './MergingCard.tsx'
import type { MergeRequestSettings } from './merge-request-settings.ts'

/** The settings of approvals and merges of a project's merge requests, a card each. */
export function MergeRequestSettingsPage() {
  const { namespace = '' } = usePageParams()
  const { data } = useReading(
    mergeRequestSettingsPage,
    { namespace },
    { topics: page => [projectTopic(page.place.id)] },
  )
  return data === undefined ? null : <Shown key={data.place.id} page={data} />
}

function Shown({ page }: { readonly page: MergeRequestSettings }) {
  const { place, merging, approvals } = page
  usePlace({
    title: codeTitles.mergeRequestSettings,
    namespace: shownNamespace(place.header),
    active: 'settings',
    crumbs: [
      { label: 'Settings', href: `/${place.namespace}/-/edit` },
      { label: 'Merge requests', href: `/${place.namespace}/-/settings/merge_requests` },
    ],
  })
  return (
    <Page width="narrow">
      <PageHeader title={codeTitles.mergeRequestSettings} />
      <Stack gap={5}>
        <MergingCard projectId={place.id} merging={merging} />
        <ProjectApprovalRules projectId={place.id} namespace={place.namespace} />
        <ApprovalSettingsCard projectId={place.id} approvals={approvals} />
      </Stack>
    </Page>
  )
}
