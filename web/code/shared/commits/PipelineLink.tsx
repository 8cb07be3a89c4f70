import { pipelineStatus } from '#contract/code/commits/pipeline-status.ts'
import { Anchor } from '#web/ui/actions/Anchor.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { StatusMark } from '#web/ui/status/StatusMark.tsx'
import type { PipelineMark } from '../../shapes.ts'
import { pipelineHref } from '../addresses.ts'
import styles from './PipelineLink.module.css'

interface PipelineLinkProps {
  readonly place: { readonly namespace: string }
  /** Undefined: no program has reported of the commit, and nothing is shown. */
  readonly pipeline: PipelineMark | undefined
  readonly look?: 'icon' | 'badge'
}

/** The status of a commit's pipeline, as a link to its reports. */
export function PipelineLink({ place, pipeline, look = 'icon' }: PipelineLinkProps) {
  if (pipeline === undefined) return null
  const { text, label } = pipelineStatus[pipeline.status]
  const name = `Pipeline: ${label}`
  return (
    <Tooltip text={name} labels>
      <Anchor href={pipelineHref(place, pipeline.id)} aria-label={name} className={styles.link}>
        <StatusMark state={pipeline.status} look={look}>
          {text}
        </StatusMark>
      </Anchor>
    </Tooltip>
  )
}
