import { useQuery } from '@tanstack/react-query'
import { type PipelineState, pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { query } from '#web/api/graphql.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { mergeRequestPopover } from './merge-request-popover.graphql.gen.ts'
import styles from './ReferenceCard.module.css'
import { ReferenceCard } from './ReferenceCard.tsx'

/**
 * Title, state, age and pipeline of a merge request. Without an answer there is no card.
 *
 * @source MR-004
 */
export function MergeRequestCard({ link }: { readonly link: HTMLElement }) {
  const { projectPath = '', iid = '' } = link.dataset
  const variables = { projectPath, mergeRequestIID: iid }
  const { data } = useQuery({
    queryKey: [mergeRequestPopover.name, variables],
    queryFn: ({ signal }) => query(mergeRequestPopover, variables, { signal }),
  })
  const shown = data?.project?.mergeRequest
  if (shown == null) return null
  const status = statusOf(shown.headPipeline?.detailedStatus?.group)
  return (
    <ReferenceCard
      link={link}
      line={
        <>
          {/* @source MR-001 */}
          <StateBadge
            state={shown.state === 'closed' || shown.state === 'merged' ? shown.state : 'opened'}
            of="merge_request"
          />
          <span>
            Opened <RelativeTime at={shown.createdAt} />
          </span>
          {status !== null && (
            <span
              role="img"
              aria-label={`Pipeline: ${pipelineStatus[status].label}`}
              title={`Pipeline: ${pipelineStatus[status].label}`}
              className={styles.pipeline}
            >
              <StatusMark state={status} look="icon">
                {pipelineStatus[status].text}
              </StatusMark>
            </span>
          )}
        </>
      }
      title={shown.title}
      details={[`${projectPath}!${iid}`]}
    />
  )
}

const statusOf = (group: string | null | undefined): PipelineState | null =>
  group != null && Object.hasOwn(pipelineStatus, group) ? (group as PipelineState) : null
