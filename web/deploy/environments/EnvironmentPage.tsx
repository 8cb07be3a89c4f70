import { LinkExternalIcon, LockIcon, PencilIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type {
  DeploymentInHistory,
  EnvironmentPage as EnvironmentPageData,
} from '#contract/deploy/environments/environment-pages.ts'
import {
  editEnvironmentPath,
  environmentPath,
  environmentsPath,
} from '#contract/deploy/environments/environment-paths.ts'
import type { ApprovalStatus } from '#contract/deploy/environments/environment-words.ts'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { pagePath } from '#contract/issuable-kinds.ts'
import { environmentsTopic, projectTopic } from '#contract/live-topics.ts'
import { deleteEnvironment, environmentPage, startEnvironment, stopEnvironment } from '#web/api/operations.gen.ts'
import { shownNamespace, usePlace } from '#web/api/place.ts'
import { useOperation, useReading } from '#web/api/query.ts'
import { useGoTo, usePageParams, usePageSearch } from '#web/api/route.tsx'
import { addressOf } from '#web/api/router/search.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { Page } from '#web/ui/layout/Page.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { DeploymentFacts, DeploymentMarks } from './DeploymentFacts.tsx'
import styles from './Environments.module.css'
import { environmentInput } from './environment-address.ts'
import { FreezeBanner } from './FreezeBanner.tsx'
import { environmentReadings } from './readings.ts'
import { approvalLabels, tierLabels } from './words.ts'

const ReviewDialog = onDemand(() => import('./ReviewDialog.tsx').then(module => module.ReviewDialog))

/** An environment with the history of its deployments. */
export function EnvironmentPage() {
  const { data, isError, refetch } = useReading(environmentPage, environmentInput(usePageParams(), usePageSearch()), {
    keepPrevious: true,
    topics: page => [environmentsTopic(page.namespace.id), projectTopic(page.namespace.id)],
  })
  if (data !== undefined) return <Shown page={data} />
  return (
    <Page>
      {isError ? (
        <RetryBanner onRetry={refetch}>Could not load the environment.</RetryBanner>
      ) : (
        <Skeleton rows={8} label="Loading environment" />
      )}
    </Page>
  )
}

interface EnvironmentProps {
  readonly page: EnvironmentPageData
}

function Shown({ page }: EnvironmentProps) {
  const { namespace, environment, deployments, hasNext, permissions } = page
  const list = environmentsPath(namespace.fullPath)
  const path = environmentPath(namespace.fullPath, environment.id)
  usePlace({
    title: deployTitles.environment(environment.name),
    namespace: shownNamespace(namespace),
    active: 'environments',
    crumbs: [
      { label: deployTitles.environments, href: list },
      { label: environment.name, href: path },
    ],
  })
  const { page: number = 1 } = environmentInput({}, usePageSearch())
  const [reviewing, setReviewing] = useState<{ deployment: DeploymentInHistory; verb: ApprovalStatus } | null>(null)
  return (
    <Page>
      <PageHeader
        title={environment.name}
        badges={
          <>
            <Chip>{tierLabels[environment.tier]}</Chip>
            {environment.state === 'stopped' && <Chip tone="warning">Stopped</Chip>}
            {environment.isProtected && <Chip icon={<LockIcon size={12} />}>Protected</Chip>}
          </>
        }
        detail={
          environment.externalUrl !== null && (
            <TextLink href={environment.externalUrl} target="_blank" rel="noopener noreferrer" className={styles.fact}>
              {environment.externalUrl} <LinkExternalIcon size={12} />
            </TextLink>
          )
        }
        actions={permissions.canUpdateEnvironments && <Actions page={page} />}
      />
      {environment.autoStopAt !== null && (
        <p className={styles.none}>
          Stops automatically <RelativeTime at={environment.autoStopAt} />
        </p>
      )}
      {environment.description !== null && <p className={styles.description}>{environment.description}</p>}
      <FreezeBanner freeze={page.freeze} />
      <h2 className={styles.heading}>Deployments</h2>
      {deployments.length === 0 ? (
        <EmptyState illustration={<Illustration of="nothing-yet" />} title="No deployments yet" headingLevel={3}>
          Deployments appear here when CI reports them through the API or by a commit status named deploy:
          {environment.name}.
        </EmptyState>
      ) : (
        <List aria-label="Deployments">
          {deployments.map(deployment => (
            <DeploymentRow
              key={deployment.id}
              page={page}
              deployment={deployment}
              onReview={verb => setReviewing({ deployment, verb })}
            />
          ))}
        </List>
      )}
      <Pagination
        label="Deployments pagination"
        previous={number > 1 ? addressOf(path, number > 2 ? { page: String(number - 1) } : {}) : null}
        next={hasNext ? addressOf(path, { page: String(number + 1) }) : null}
      />
      {reviewing !== null && (
        <ReviewDialog
          projectId={namespace.id}
          environment={environment.name}
          deployment={reviewing.deployment}
          verb={reviewing.verb}
          environmentId={environment.id}
          onClose={() => setReviewing(null)}
        />
      )}
    </Page>
  )
}

/** Edit, stop, start and delete it. */
function Actions({ page: { namespace, environment } }: EnvironmentProps) {
  const [asked, setAsked] = useState<'stop' | 'delete' | null>(null)
  const goTo = useGoTo()
  const one = { id: namespace.id, environmentId: environment.id }
  const refreshes = environmentReadings
  const done = (words: string) => () => {
    setAsked(null)
    showToast(words)
  }
  const stop = useOperation(stopEnvironment, { refreshes, onSuccess: done('Environment stopped') })
  const start = useOperation(startEnvironment, {
    refreshes,
    onSuccess: done('Environment is available again'),
    onError: error => showToast(error.message, { tone: 'danger' }),
  })
  const remove = useOperation(deleteEnvironment, {
    refreshes: environmentReadings,
    onSuccess: () => {
      done('Environment deleted')()
      goTo(environmentsPath(namespace.fullPath))
    },
  })
  return (
    <>
      <LinkButton icon={<PencilIcon />} href={editEnvironmentPath(namespace.fullPath, environment.id)}>
        Edit
      </LinkButton>
      {environment.state === 'available' ? (
        <Button variant="danger-quiet" onClick={() => setAsked('stop')}>
          Stop
        </Button>
      ) : (
        <>
          <Button busy={start.isPending} onClick={() => start.mutate(one)}>
            Make available
          </Button>
          <Button variant="danger-quiet" onClick={() => setAsked('delete')}>
            Delete
          </Button>
        </>
      )}
      {asked === 'stop' && (
        <ConfirmDialog
          title={`Stop ${environment.name}?`}
          confirm="Stop environment"
          write={stop}
          onConfirm={() => stop.mutate(one)}
          onClose={() => setAsked(null)}
        >
          It moves to the stopped environments. What runs there is not changed; the next deployment makes it available
          again.
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${environment.name}?`}
          confirm="Delete environment"
          write={remove}
          onConfirm={() => remove.mutate(one)}
          onClose={() => setAsked(null)}
        >
          The environment and the history of its deployments will be deleted. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

interface DeploymentRowProps extends EnvironmentProps {
  readonly deployment: DeploymentInHistory
  readonly onReview: (verb: ApprovalStatus) => void
}

function DeploymentRow({ page: { namespace, permissions }, deployment, onReview }: DeploymentRowProps) {
  const { pendingApprovals, approvals, isCurrent, canReview } = deployment
  return (
    <ListRow
      {...(canReview && { className: styles.reviewed })}
      title={<DeploymentMarks deployment={deployment} />}
      badges={isCurrent && <Chip tone="good">Current</Chip>}
      detail={
        <span className={styles.lines}>
          <DeploymentFacts
            deployment={deployment}
            namespace={namespace.fullPath}
            canReadCode={permissions.canReadCode}
          />
          <Carried namespace={namespace.fullPath} deployment={deployment} />
          {pendingApprovals > 0 && <span>{counted(pendingApprovals, 'more approval')} needed</span>}
          {approvals.map(approval => (
            <span key={approval.user.id}>
              {approvalLabels[approval.status]} by {approval.user.name} <RelativeTime at={approval.createdAt} />
              {approval.comment !== '' && (
                <>
                  : <bdi>{approval.comment}</bdi>
                </>
              )}
            </span>
          ))}
        </span>
      }
      trailing={
        canReview && (
          <span className={styles.buttons}>
            <Button size="s" variant="primary" onClick={() => onReview('approved')}>
              Approve
            </Button>
            <Button size="s" variant="danger-quiet" onClick={() => onReview('rejected')}>
              Reject
            </Button>
          </span>
        )
      }
    />
  )
}

/** The merge requests that came with a deployment, or were removed by it, and the issues that they close. */
function Carried({ namespace, deployment }: { readonly namespace: string; readonly deployment: DeploymentInHistory }) {
  const { mergeRequests, mergeRequestsCount, issues } = deployment
  if (mergeRequests.length + issues.length === 0) return null
  const more = mergeRequestsCount - mergeRequests.length
  return (
    <ul className={styles.carried} aria-label="Merge requests and issues">
      {mergeRequests.map(({ iid, title, isRemoved }) => (
        <li key={`!${iid}`}>
          <TextLink href={pagePath('merge_request', namespace, iid)} data-removed={isRemoved || undefined}>
            !{iid} <bdi>{title}</bdi>
          </TextLink>
          {isRemoved && ' (removed)'}
        </li>
      ))}
      {more > 0 && <li>and {counted(more, 'more merge request')}</li>}
      {issues.map(({ iid, title, path }) => (
        <li key={path}>
          <TextLink href={path}>
            #{iid} <bdi>{title}</bdi>
          </TextLink>
        </li>
      ))}
    </ul>
  )
}
