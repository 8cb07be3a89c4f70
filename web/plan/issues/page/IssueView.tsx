import { AlertIcon, ArrowRightIcon, StackIcon, TasklistIcon } from '@primer/octicons-react'
import { type ReactNode, useMemo } from 'react'
import { newPagePath } from '#contract/issuable-kinds.ts'
import { unreachable } from '#web/api/reach.ts'
import { useGoTo } from '#web/api/route.tsx'
import { DueDateFact, WeightFact } from '#web/plan/facts/Fact.tsx'
import { type HeaderParts, Mark } from '#web/plan/issuable/header/IssuableHeader.tsx'
import { IssuableBody } from '#web/plan/issuable/IssuableBody.tsx'
import { IssuableProvider } from '#web/plan/issuable/issuable-context.tsx'
import { useWidgets } from '#web/plan/issuable/sidebar/use-widgets.ts'
import { useShownWorkItem } from '#web/plan/issuable/work-items/use-show-work-item.ts'
import { ChildItemsPlace } from '#web/plan/issues/page/tasks/ChildItemsPlace.tsx'
import { ResponsePlace } from '#web/plan/on-call/ResponsePlace.tsx'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { shortcuts } from '#web/shortcuts.ts'
import { AtRest } from '#web/ui/AtRest.tsx'
import type { MenuItem } from '#web/ui/actions/Menu.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { ErrorBoundary } from '#web/ui/status/ErrorBoundary.tsx'
import { hasUnlinkedVulnerability } from '../unlinked-vulnerabilities.ts'
import { CloseGuard } from './CloseGuard.tsx'
import { IssueParts } from './IssueParts.tsx'
import { useIncidentTab } from './incident-tab.ts'
import { issuableOf } from './issuable-of.ts'
import { IssuePageContext } from './issue-page-context.ts'
import { LateDiscussion } from './LateDiscussion.tsx'
import { SuccessorMark } from './move/SuccessorMark.tsx'
import { RelatedIssues } from './related/RelatedIssues.tsx'
import { useMenuDialogs } from './use-menu-dialogs.tsx'

const ChildItems = onDemand(
  () => import('#web/plan/issues/page/tasks/ChildItems.tsx').then(module => module.ChildItems),
  {
    holdsKeys: false,
  },
)
const IncidentResponse = onDemand(
  () => import('./incidents/IncidentResponse.tsx').then(module => module.IncidentResponse),
  { holdsKeys: false },
)
const RequestNotice = onDemand(() => import('../requests/RequestNotice.tsx').then(module => module.RequestNotice))
const UnlinkedVulnerability = onDemand(() =>
  import('../UnlinkedVulnerability.tsx').then(module => module.UnlinkedVulnerability),
)

const WorkItemDialog = onDemand(() =>
  import('#web/plan/issues/page/tasks/WorkItemDialog.tsx').then(module => module.WorkItemDialog),
)

/** The script of an action did not come. */
const saysUnreachable = () => showToast(unreachable, { tone: 'danger' })

interface IssueViewProps {
  readonly page: IssuePageData
  /** The fields below the header, in a panel over another page. */
  readonly fieldsOverPage?: ReactNode
  /** The frame around the main part. */
  readonly frame: (main: ReactNode) => ReactNode
}

/** An issue with all its parts: on a page of its own, or in a panel over another one. */
export function IssueView({ page, fieldsOverPage, frame }: IssueViewProps) {
  const { issue } = page
  const openWidget = useWidgets()
  const openers = Object.keys(shortcuts.issue).map(name => [name, () => openWidget(name)])
  useShortcuts(shortcuts.issue, page.permissions.canSetMetadata ? Object.fromEntries(openers) : {})
  const menu = useMenuDialogs(page)
  const header = useHeaderParts(page, menu.actions)
  const childItemsPlace = (
    <ChildItemsPlace count={page.childItems.length} canAdd={page.permissions.canLink && issue.type !== 'task'} />
  )
  // The same one until the page changes: React draws a part that it has not taken over yet anew when a context changes around it.
  const issuable = useMemo(() => issuableOf(page), [page])
  const isIncident = issue.type === 'incident'
  const isSummary = useIncidentTab() === 'summary' || !isIncident
  const below = (
    <>
      {fieldsOverPage}
      {isIncident && (page.permissions.canEscalate || page.namespace.offers.escalations) && (
        <ResponsePlace>
          <IncidentResponse />
        </ResponsePlace>
      )}
      {isIncident && <IssueParts part="tabs" />}
    </>
  )
  const rest = (
    <>
      <ErrorBoundary label="The tasks">
        <AtRest fallback={childItemsPlace}>
          <ChildItems fallback={childItemsPlace} />
        </AtRest>
      </ErrorBoundary>
      <ErrorBoundary label="The linked issues">
        <RelatedIssues />
      </ErrorBoundary>
      <IssueParts />
      <ErrorBoundary label="The discussion">
        <LateDiscussion />
      </ErrorBoundary>
    </>
  )
  return (
    <IssuableProvider value={issuable}>
      <IssuePageContext value={page}>
        <CloseGuard>
          {frame(
            <>
              <div data-mount="unable-to-link-vulnerability">
                {hasUnlinkedVulnerability(issue.id) && <UnlinkedVulnerability issueId={issue.id} />}
              </div>
              {issue.request && <RequestNotice request={issue.request} />}
              <IssuableBody
                header={{ ...header, below, isTextShown: isSummary }}
                isOverPage={fieldsOverPage !== undefined}
              />
              {isIncident ? <div hidden={!isSummary}>{rest}</div> : rest}
              {!isSummary && <IssueParts part="panel" />}
            </>,
          )}
          {menu.dialog}
          <ShownWorkItem namespace={page.namespace.fullPath} />
        </CloseGuard>
      </IssuePageContext>
    </IssuableProvider>
  )
}

/** The work item that the address asks for over the page. */
function ShownWorkItem({ namespace }: { readonly namespace: string }) {
  const { iid, close } = useShownWorkItem()
  return iid !== null && <WorkItemDialog namespace={namespace} iid={iid} onClose={close} />
}

function useHeaderParts(page: IssuePageData, dialogs: readonly (MenuItem | false)[]): HeaderParts {
  const { namespace, issue, permissions } = page
  const goTo = useGoTo()
  const newPath = newPagePath('issue', namespace.fullPath)
  const related = `${newPath}?add_related_issue=${issue.iid}`
  const address = { namespace: namespace.fullPath, iid: issue.iid }
  const promote = () => void import('./promote.ts').then(part => part.promote(address, goTo), saysUnreachable)
  const submitAsSpam = () =>
    void import('./submit-as-spam.ts').then(part => part.submitAsSpam(address, goTo), saysUnreachable)
  return {
    facts: (
      <>
        {issue.dueDate && <DueDateFact dueDate={issue.dueDate} state={issue.state} />}
        <WeightFact weight={issue.weight} />
      </>
    ),
    ...(issue.type === 'incident' && { opened: 'Incident opened' }),
    marks: (
      <>
        {page.isMoved && <SuccessorMark icon={<ArrowRightIcon size={12} />} change="Moved" successor={page.movedTo} />}
        {page.promotedTo && (
          <SuccessorMark icon={<StackIcon size={12} />} change="Promoted" successor={page.promotedTo} />
        )}
        {issue.type === 'incident' && (
          <Mark tone="danger">
            <AlertIcon size={12} /> Incident
          </Mark>
        )}
        {issue.type === 'task' && (
          <Mark>
            <TasklistIcon size={12} /> Task
          </Mark>
        )}
      </>
    ),
    actions: [
      permissions.canCreateIssue && { label: 'New issue', onSelect: () => goTo(newPath) },
      permissions.canCreateIssue &&
        permissions.canLink && { label: 'New related issue', onSelect: () => goTo(related) },
      issue.type === 'incident' &&
        permissions.canCreateIncident &&
        permissions.canLink && {
          label: 'New related incident',
          onSelect: () => goTo(`${related}&issue[issue_type]=incident`),
        },
      ...dialogs,
      // @source ISSUE-015, ISSUE-017
      permissions.canPromoteToEpic && { label: 'Promote to epic', onSelect: promote },
      permissions.canReportSpam && { label: 'Submit as spam', onSelect: submitAsSpam },
    ].filter(each => each !== false),
  }
}
