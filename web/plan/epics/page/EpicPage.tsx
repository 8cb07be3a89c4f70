import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { groupIssuesTopic, issuableTopic } from '#contract/live-topics.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { getGroupEpicPage } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { keyOf, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams } from '#web/api/route.tsx'
import { DueDateFact } from '#web/plan/Fact.tsx'
import type { HeaderParts } from '#web/plan/issuable/header/IssuableHeader.tsx'
import { IssuableBody } from '#web/plan/issuable/IssuableBody.tsx'
import { IssuableDiscussion } from '#web/plan/issuable/IssuableDiscussion.tsx'
import { type Issuable, IssuableProvider } from '#web/plan/issuable/issuable-context.tsx'
import { IssuableSidebar } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { useReloadFailure } from '#web/plan/issuable/use-reload-failure.ts'
import { IssuePageSkeleton } from '#web/plan/issues/page/IssuePageSkeleton.tsx'
import { issueInput } from '#web/plan/issues/page/issue-address.ts'
import { planTopics } from '#web/plan/place.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { WithSidebar } from '#web/ui/layout/WithSidebar.tsx'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import type { EpicData, EpicPageData } from '../shapes.ts'
import { EpicLinks } from './EpicLinks.tsx'
import styles from './EpicPage.module.css'
import { EpicTree } from './EpicTree.tsx'
import { EpicContext } from './epic-context.ts'
import { epicKind } from './epic-kind.ts'
import { epicMounts } from './mounts.tsx'

/** The page of an epic: what it is about, what is in it, and its discussion. */
export function EpicPage() {
  const reading = useReading(getGroupEpicPage, issueInput(usePageParams()), {
    topics: page => [
      issuableTopic('epic', page.epic.id),
      ...page.tree.epics.map(child => issuableTopic('epic', child.id)),
      groupIssuesTopic(page.namespace.id),
      ...planTopics(page.namespace),
    ],
  })
  const { data } = reading
  useReloadFailure(reading, 'epic')
  return data === undefined ? <IssuePageSkeleton /> : <Shown key={data.epic.id} page={data} />
}

function Shown({ page }: { readonly page: EpicPageData }) {
  const { namespace, epic } = page
  const epicsPath = pagesPath('epic', namespace.fullPath)
  usePlace({
    title: planTitles.issuable(epic.title, epic.reference.short),
    namespace: shownNamespace(namespace),
    active: 'epics',
    crumbs: [
      { label: 'Epics', href: epicsPath },
      { label: epic.reference.short, href: `${epicsPath}/${epic.iid}` },
    ],
  })
  const header = useHeaderParts(page)
  return (
    <IssuableProvider value={issuableOf(page)}>
      <EpicContext value={page}>
        <Page>
          <WithSidebar
            main={
              <>
                <IssuableBody header={header} />
                <ErrorBoundary label="The contents of the epic" resetKey={String(epic.id)}>
                  <EpicTree />
                </ErrorBoundary>
                <ErrorBoundary label="The linked epics" resetKey={String(epic.id)}>
                  <EpicLinks />
                </ErrorBoundary>
                <ErrorBoundary label="The discussion" resetKey={String(epic.id)}>
                  <IssuableDiscussion />
                </ErrorBoundary>
              </>
            }
          >
            <IssuableSidebar mounts={epicMounts} />
          </WithSidebar>
        </Page>
      </EpicContext>
    </IssuableProvider>
  )
}

function issuableOf(page: EpicPageData): Issuable {
  const { namespace, epic, permissions } = page
  return {
    ...page,
    // New labels of a group are made on the page of its labels.
    permissions: { ...permissions, canAdminLabels: false },
    kind: epicKind,
    issuable: epic,
    queryKey: keyOf(getGroupEpicPage, { namespace: namespace.fullPath, iid: epic.iid }),
    types: [],
  }
}

function useHeaderParts({ namespace, epic, permissions }: EpicPageData): HeaderParts {
  const goTo = useGoTo()
  return {
    facts: epic.dueDate !== null && <DueDateFact dueDate={epic.dueDate} state={epic.state} />,
    below: epic.ancestors.length > 0 && <Ancestors epic={epic} />,
    actions: permissions.canCreateEpic
      ? [{ label: 'New epic', onSelect: () => goTo(newPagePath('epic', namespace.fullPath)) }]
      : [],
  }
}

/** The epics that this one is in, from the top. */
function Ancestors({ epic: { ancestors } }: { readonly epic: EpicData }) {
  return (
    <nav aria-label="Parent epics" className={styles.ancestors}>
      In
      {ancestors.map((ancestor, index) => (
        <span key={ancestor.id}>
          <TextLink href={ancestor.path}>{ancestor.title}</TextLink> {ancestor.reference}
          {index < ancestors.length - 1 && ' ›'}
        </span>
      ))}
    </nav>
  )
}
