import { useQuery } from '@tanstack/react-query'
import { useId, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { type PipelineState, pipelineStatus } from '#contract/code/pipeline-status.ts'
import { query } from '#web/api/graphql.ts'
import { placeBeside } from '#web/ui/floating/placement.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './MergeRequestCard.module.css'
import { mergeRequestPopover } from './merge-request-popover.graphql.gen.ts'

const gapPx = 6

/**
 * Title, state, age and pipeline of a merge request, beside a reference to it. Without an answer there is no card.
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
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  const isShown = shown != null

  // The top layer and the link are the document's own.
  useLayoutEffect(() => {
    const box = card.current
    if (box === null || !isShown) return
    const follow = () => {
      // Of what is painted: a gutter that is kept for a scroll bar is not.
      const viewport = { width: document.documentElement.offsetWidth, height: window.innerHeight }
      const size = { width: box.offsetWidth, height: box.offsetHeight }
      const place = placeBeside(link.getBoundingClientRect(), size, viewport, 'bottom-start', gapPx)
      box.style.left = `${place.left}px`
      box.style.top = `${place.top}px`
    }
    // The title of the link says the same.
    const title = link.getAttribute('title')
    link.removeAttribute('title')
    link.setAttribute('aria-describedby', id)
    box.showPopover()
    follow()
    document.addEventListener('scroll', follow, true)
    return () => {
      document.removeEventListener('scroll', follow, true)
      link.removeAttribute('aria-describedby')
      if (title !== null) link.setAttribute('title', title)
    }
  }, [link, id, isShown])

  if (shown == null) return null
  const status = statusOf(shown.headPipeline?.detailedStatus?.group)
  return createPortal(
    <div ref={card} popover="manual" id={id} role="tooltip" data-reference-card className={styles.card}>
      <div className={styles.line}>
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
      </div>
      <strong className={styles.title}>{shown.title}</strong>
      <div className={styles.reference}>
        {projectPath}!{iid}
      </div>
    </div>,
    document.body,
  )
}

const statusOf = (group: string | null | undefined): PipelineState | null =>
  group != null && Object.hasOwn(pipelineStatus, group) ? (group as PipelineState) : null
