import { BlockedIcon, CheckIcon, UndoIcon } from '@primer/octicons-react'
import { type RefObject, useRef, useState } from 'react'
import type { abuseReportsPage as pageOperation } from '#contract/discuss/abuse-reports.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import {
  abuseReportsPage,
  blockReportedUser,
  dismissAbuseReport,
  getViewer,
  reopenAbuseReports,
  unblockUser,
} from '#web/api/operations.gen.ts'
import { queryClient, useOperation } from '#web/api/query.ts'
import { Chip } from '#web/foundation/Chip.tsx'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from './AbuseReportsPage.module.css'
import { messages, shortOf, wordOf } from './messages.ts'

type Report = ReplyOf<typeof pageOperation>['reports'][number]

interface ReportRowProps {
  readonly report: Report
  /** Takes the focus when the last row goes. */
  readonly panel: RefObject<HTMLElement | null>
}

export function ReportRow({ report, panel }: ReportRowProps) {
  const { user, reporter } = report
  return (
    <li className={styles.row}>
      <Avatar {...user} sizePx={32} named={false} />
      <div className={styles.body}>
        <h2 className={styles.title}>
          <What report={report} />
          <Chip tone="danger">{shortOf(report.category)}</Chip>
          {user.state !== 'active' && <Chip tone="warning">{stateWords[user.state]}</Chip>}
          {report.openReports > 1 && <Chip>{report.openReports} open reports about this person</Chip>}
          {report.isGone && <Chip>Deleted</Chip>}
        </h2>
        {report.excerpt !== '' && <Excerpt text={report.excerpt} />}
        <p className={styles.detail}>
          <span>
            Reported by{' '}
            {reporter === null ? 'a deleted user' : <TextLink href={`/${reporter.username}`}>{reporter.name}</TextLink>}{' '}
            <RelativeTime at={report.updatedAt} />
          </span>
          {report.closedAt !== null && (
            <span>
              Closed{' '}
              {report.closedBy !== null && (
                <>
                  by <bdi>{report.closedBy.name}</bdi>{' '}
                </>
              )}
              <RelativeTime at={report.closedAt} />
            </span>
          )}
        </p>
        {report.message !== '' && (
          <p className={styles.message} dir="auto">
            {report.message}
          </p>
        )}
      </div>
      <Actions report={report} panel={panel} />
    </li>
  )
}

const stateWords: Readonly<Record<Report['user']['state'], string>> = {
  active: 'Active',
  blocked: 'Blocked',
  deactivated: 'Deactivated',
  banned: 'Banned',
  blocked_pending_approval: 'Waiting for approval',
  ldap_blocked: 'Blocked by LDAP',
}

function What({ report: { kind, path, title, reference, user, isGone } }: { readonly report: Report }) {
  const person = <TextLink href={`/${user.username}`}>{user.name}</TextLink>
  if (kind === 'profile')
    return (
      <span>
        Account of {person} <span className={styles.reference}>{reference}</span>
      </span>
    )
  const word = wordOf(kind)
  return (
    <span>
      {word.charAt(0).toUpperCase() + word.slice(1)} by {person}
      {kind === 'note' ? ' on ' : ': '}
      {kind !== 'note' && isGone ? title : <TextLink href={path}>{title}</TextLink>}{' '}
      <span className={styles.reference}>{reference}</span>
    </span>
  )
}

/** Longer texts are cut to this many characters until they are expanded. */
const shownAtOnce = 280

function Excerpt({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false)
  const isLong = text.length > shownAtOnce
  return (
    <blockquote className={styles.excerpt} dir="auto">
      {isLong && !isWhole ? `${text.slice(0, shownAtOnce).replace(/\s+\S*$/, '')}… ` : text}
      {isLong && !isWhole && (
        <Button variant="quiet" size="s" onClick={() => setWhole(true)}>
          Show more
        </Button>
      )}
    </blockquote>
  )
}

function refresh() {
  for (const { name } of [abuseReportsPage, getViewer]) void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Take something back that a word tells of, and say when that fails. */
function goBack(run: () => Promise<unknown>) {
  run().then(refresh, (error: unknown) => {
    refresh()
    showToast(error instanceof Error ? error.message : messages.fetch, { tone: 'danger' })
  })
}

function Actions({ report, panel }: ReportRowProps) {
  const { id: reportId, user } = report
  const element = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLElement | null>(null)
  // The row goes, maybe before the answer is here: the one after it is next.
  const act = (run: () => void) => () => {
    const row = element.current?.closest('li')
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
    next.current = neighbour?.querySelector<HTMLElement>('[data-first]') ?? null
    run()
  }
  const leave = () => (next.current?.isConnected ? next.current : panel.current)?.focus()
  const told = {
    refreshes: [abuseReportsPage, getViewer],
    onError: (error: { readonly message: string }) => showToast(error.message, { tone: 'danger' }),
  } as const
  const dismiss = useOperation(dismissAbuseReport, {
    ...told,
    onSuccess: ({ ids }) => {
      leave()
      showToast(messages.dismissed, { undo: () => goBack(() => call(reopenAbuseReports, { ids })) })
    },
  })
  const block = useOperation(blockReportedUser, {
    ...told,
    onSuccess: ({ ids }) => {
      leave()
      const undo = async () => {
        await call(unblockUser, { id: user.id })
        await call(reopenAbuseReports, { ids })
      }
      showToast(messages.blocked(user.name, ids.length), { undo: () => goBack(undo) })
    },
  })
  const reopen = useOperation(reopenAbuseReports, {
    ...told,
    onSuccess: () => {
      leave()
      showToast(messages.reopened, { undo: () => goBack(() => call(dismissAbuseReport, { reportId })) })
    },
  })
  return (
    <div ref={element} className={styles.actions}>
      {report.state === 'open' ? (
        <Button
          size="s"
          icon={<CheckIcon />}
          data-first=""
          busy={dismiss.isPending}
          onClick={act(() => dismiss.mutate({ reportId }))}
        >
          Dismiss
        </Button>
      ) : (
        <Button
          size="s"
          icon={<UndoIcon />}
          data-first=""
          busy={reopen.isPending}
          onClick={act(() => reopen.mutate({ ids: [reportId] }))}
        >
          Reopen
        </Button>
      )}
      {report.state === 'open' && report.canBlock && (
        <Button
          size="s"
          variant="danger-quiet"
          icon={<BlockedIcon />}
          busy={block.isPending}
          onClick={act(() => block.mutate({ reportId }))}
        >
          Block user
        </Button>
      )}
    </div>
  )
}
