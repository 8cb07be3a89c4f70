import {
  CheckCircleFillIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  ClockIcon,
  CommentDiscussionIcon,
  XCircleFillIcon,
} from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { issuableTopic } from '#contract/live-topics.ts'
import { getMergeRequestPipelinesPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useId } from '#web/ui/use-id.tsx'
import { pipelineHref } from '../../shared/addresses.ts'
import type { MergeRequestData } from '../shapes.ts'
import { CheckList } from './CheckList.tsx'
import styles from './MergeLines.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'
import { checksFailed, checksRunning, threadsOpen } from './merge-state.ts'

type Tone = 'ready' | 'blocked' | 'pending'

interface LineProps {
  readonly tone: Tone
  readonly words: string
  readonly action?: ReactNode
  /** Shown when the line is unfolded. */
  readonly children?: ReactNode
}

const signs: Readonly<Record<Tone, ReactNode>> = {
  ready: <CheckCircleFillIcon />,
  blocked: <XCircleFillIcon />,
  pending: <ClockIcon />,
}

/** A sign, words and an action; further facts are collapsed. */
function Line({ tone, words, action, children }: LineProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={styles.line}>
      <div className={styles.row} data-tone={tone}>
        <span className={styles.sign}>{signs[tone]}</span>
        {children === undefined ? (
          <span className={styles.words}>{words}</span>
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            className={styles.words}
            onClick={() => setOpen(!isOpen)}
          >
            {words}
            {isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
          </button>
        )}
        {action}
      </div>
      {isOpen && (
        <div id={id} className={styles.body}>
          {children}
        </div>
      )}
    </div>
  )
}

/** The reports of other programs about the newest commit, by name. */
export function ChecksLine() {
  const { mergeRequest } = useMergeRequestPage()
  const { pipeline, state } = mergeRequest
  if (pipeline === null || state === 'merged') return null
  const { checks } = pipeline
  return (
    <Line
      tone={checks.failed > 0 ? 'blocked' : checks.unfinished > 0 ? 'pending' : 'ready'}
      words={checkWords(checks)}
      action={
        <LinkButton size="s" href={pipelineHref(pipeline, pipeline.id)}>
          Pipeline
        </LinkButton>
      }
    >
      <Checks id={pipeline.id} />
    </Line>
  )
}

/** "1 of 4 checks failed, 2 running" */
function checkWords(checks: NonNullable<MergeRequestData['pipeline']>['checks']): string {
  const { total, failed, unfinished } = checks
  if (failed > 0)
    return `${checksFailed(checks)}${unfinished > 0 ? `, ${unfinished.toLocaleString('en')} running` : ''}`
  if (unfinished > 0) return checksRunning(checks)
  return total === 1 ? '1 check passed' : `All ${counted(total, 'check')} passed`
}

function Checks({ id }: { readonly id: number }) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const input = { namespace: namespace.fullPath, iid: mergeRequest.iid }
  const { data } = useReading(getMergeRequestPipelinesPage, input, {
    topics: () => [issuableTopic('merge_request', mergeRequest.id)],
  })
  if (data === undefined) return <Skeleton rows={3} label="Loading the checks" />
  const checks = data.pipelines.find(each => each.id === id)?.checks ?? []
  return <CheckList checks={checks} />
}

/** The number of open threads, and a link to the next one. */
export function ThreadsLine() {
  const { openThreads, detailedMergeStatus } = useMergeRequestPage().mergeRequest
  if (openThreads === 0) return null
  return (
    <div className={styles.line}>
      <div
        className={styles.row}
        data-tone={detailedMergeStatus === 'discussions_not_resolved' ? 'blocked' : 'pending'}
      >
        <span className={styles.sign}>
          <CommentDiscussionIcon />
        </span>
        <span className={styles.words}>{threadsOpen(openThreads)}</span>
        <Button size="s" onClick={goToNextThread}>
          Next
        </Button>
      </div>
    </div>
  )
}

/** Bring the open thread below the focus into sight, and the focus to it; after the last one the first again. */
function goToNextThread(): void {
  const threads = [...document.querySelectorAll<HTMLElement>('[data-unresolved]')]
  const at = threads.findIndex(thread => thread.dataset['visited'] !== undefined)
  const next = threads[at + 1] ?? threads[0]
  if (next === undefined) return
  for (const thread of threads) delete thread.dataset['visited']
  next.dataset['visited'] = ''
  next.scrollIntoView({ block: 'center' })
  // The button stays where it is pressed again.
  next.animate([{ outline: '2px solid Highlight' }, { outline: '2px solid transparent' }], 1_200)
}
