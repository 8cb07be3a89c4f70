import { useLayoutEffect } from 'react'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { issueTopic } from '#contract/live-topics.ts'
import { workItemPath, workItemTypeOf, workItemTypes } from '#contract/plan/work-items/work-item-types.ts'
import { CallError } from '#web/api/client.ts'
import { getIssuePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { IssuableBody } from '#web/plan/issuable/IssuableBody.tsx'
import { IssuableProvider } from '#web/plan/issuable/issuable-context.tsx'
import { IssuableFields } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import { messages } from '#web/plan/issuable/work-items/messages.ts'
import { CloseGuard } from '#web/plan/issues/page/CloseGuard.tsx'
import { issuableOf } from '#web/plan/issues/page/issuable-of.ts'
import { IssuePageContext } from '#web/plan/issues/page/issue-page-context.ts'
import { issueMounts } from '#web/plan/issues/page/mounts.tsx'
import { planTopics } from '#web/plan/place.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { moveFocusOn } from '#web/ui/focus.ts'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './WorkItemDialog.module.css'

interface WorkItemDialogProps {
  /** Full path of its project. */
  readonly namespace: string
  readonly iid: number
  readonly onClose: () => void
}

/** A work item over the page that names it, with everything but its discussion. @source TASK-013, ERRMSG-088 */
export function WorkItemDialog({ namespace, iid, onClose }: WorkItemDialogProps) {
  const { data, error, isFetching, refetch } = useReading(
    getIssuePage,
    { namespace, iid },
    { topics: page => [issueTopic(page.issue.id), ...planTopics(page.namespace)] },
  )
  // A page that was opened with the dialog had no focused element before.
  useLayoutEffect(() => () => moveFocusOn(() => [linkTo(namespace, iid), heading()]), [namespace, iid])
  const name = data === undefined ? 'Work item' : workItemTypes[workItemTypeOf(data.issue.type)].name
  return (
    <Dialog title={`${name} ${issuableKinds.issue.sign}${iid}`} onClose={onClose} className={styles.dialog}>
      {data !== undefined ? (
        <Shown key={data.issue.id} page={data} />
      ) : error instanceof CallError && error.status === 404 ? (
        <Banner tone="info">{messages.missing}</Banner>
      ) : error !== null ? (
        <Banner
          tone="danger"
          action={
            <Button size="s" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messages.fetch}
        </Banner>
      ) : (
        <Skeleton rows={6} label="Loading the work item" />
      )}
    </Dialog>
  )
}

/** The link on the page to a work item of a project. */
function linkTo(namespace: string, iid: number): HTMLElement | undefined {
  const paths = ['work_items', 'issues'].map(page => `/${namespace}/-/${page}/${iid}`)
  return [...document.querySelectorAll<HTMLAnchorElement>('main a[href]')].find(link => paths.includes(link.pathname))
}

function heading(): HTMLElement | null {
  const element = document.querySelector<HTMLElement>('main h1')
  if (element !== null) element.tabIndex = -1
  return element
}

function Shown({ page }: { readonly page: IssuePageData }) {
  const { namespace, issue } = page
  const path = workItemPath(namespace.fullPath, issue.iid)
  return (
    <IssuableProvider value={issuableOf(page)}>
      <IssuePageContext value={page}>
        <CloseGuard>
          <div className={styles.columns}>
            <div className={styles.main}>
              <IssuableBody header={{}} isOverPage />
              <p className={styles.more}>
                <TextLink href={path}>
                  {issue.notesCount === 0
                    ? 'Open the full page'
                    : `Open the full page with ${counted(issue.notesCount, 'comment')}`}
                </TextLink>
              </p>
            </div>
            <aside aria-label="Fields" className={styles.side}>
              <IssuableFields mounts={issueMounts} />
            </aside>
          </div>
        </CloseGuard>
      </IssuePageContext>
    </IssuableProvider>
  )
}
