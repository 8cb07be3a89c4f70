import { CircleSlashIcon, KebabHorizontalIcon, PencilIcon, TasklistIcon } from '@primer/octicons-react'
import { type ReactNode, type Ref, useState } from 'react'
import { taskStatus } from '#contract/plan/work-items/task-status.ts'
import { useReportAbuse } from '#web/discuss/abuse-reports/use-report-abuse.tsx'
import { Title } from '#web/plan/facts/Title.tsx'
import { messages } from '#web/plan/messages.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { useHeld, useHoverOrFocus } from '#web/ui/actions/held.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { usePageActions } from '#web/ui/actions/page-actions.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { type IssuableData, useIssuable } from '../issuable-context.tsx'
import { type StateToggle, useStateToggle } from '../use-state-toggle.ts'
import { AttributeStrip } from './AttributeStrip.tsx'
import styles from './IssuableHeader.module.css'

const DeleteDialog = onDemand(() => import('./DeleteDialog.tsx').then(module => module.DeleteDialog))

export interface HeaderParts {
  /** The words of the state, where "Open" and "Closed" do not say enough. */
  readonly state?: ReactNode
  /** Signs of the kind's own, after the state. */
  readonly marks?: ReactNode
  /** Attributes of the kind's own, where the sidebar is a drawer. */
  readonly facts?: ReactNode
  /** The verb before the time at which it was opened. */
  readonly opened?: string
  /** Below the attributes: for instance the tabs of the page. */
  readonly below?: ReactNode
  /** Entries of the menu between those that copy and the report of abuse. */
  readonly actions?: readonly MenuItem[]
}

interface IssuableHeaderProps extends HeaderParts {
  readonly onEdit: () => void
  readonly ref: Ref<HTMLElement>
  readonly editRef: Ref<HTMLButtonElement>
  /** Whether the header is in a panel over a page, which shows the fields beside it already. */
  readonly isOverPage?: boolean
}

export function IssuableHeader(props: IssuableHeaderProps) {
  const {
    onEdit,
    ref,
    editRef,
    isOverPage = false,
    state,
    marks,
    facts,
    below,
    opened = 'Opened',
    actions = [],
  } = props
  const { kind, issuable, permissions, reportAbusePath, word: type } = useIssuable()
  const report = useReportAbuse({ kind: kind.series, id: issuable.id, url: issuable.webUrl, author: issuable.author })
  const [isDeleting, setDeleting] = useState(false)
  const toggle = useStateToggle()

  const copy = (text: string, what: string) => () => {
    void copyText(text).then(isCopied =>
      showToast(isCopied ? `${what} copied` : `Could not copy the ${what.toLowerCase()}`, {
        tone: isCopied ? 'info' : 'danger',
      }),
    )
  }
  const items: readonly MenuItem[] = [
    { label: 'Copy link', onSelect: copy(issuable.webUrl, 'Link') },
    { label: 'Copy reference', keyHint: 'C R', onSelect: copy(issuable.reference.full, 'Reference') },
    ...(actions.length > 0 ? [{ kind: 'separator' } as const, ...actions] : []),
    // @source ISSUE-016, PERM-007
    ...(reportAbusePath !== null && !permissions.isIssueAuthor
      ? [{ kind: 'separator' } as const, { label: 'Report abuse', onSelect: report.open } as const]
      : []),
    ...(permissions.canDelete
      ? [
          { kind: 'separator' } as const,
          { label: `Delete ${type}`, tone: 'danger', onSelect: () => setDeleting(true) } as const,
        ]
      : []),
  ]

  usePageActions(() => {
    const on = issuable.reference.short
    const changesState = toggle && {
      label: stateAction(issuable.state, type),
      run: () => void toggle.ask().then(isSure => isSure && toggle.run()),
    }
    return [
      ...(changesState ? [{ ...changesState, on }] : []),
      ...(permissions.canUpdate ? [{ label: `Edit ${type}`, on, run: onEdit }] : []),
      ...items.flatMap(item =>
        'onSelect' in item && item.disabled !== true ? [{ label: item.label, on, run: item.onSelect }] : [],
      ),
    ]
  })

  return (
    <header ref={ref} className={styles.header}>
      <h1 className={styles.heading}>
        <Title title={issuable.title} html={issuable.titleHtml} className={styles.words} />
      </h1>
      <div className={styles.line}>
        <Origin opened={opened} state={state} marks={marks} />
        <div className={styles.actions}>
          {permissions.canUpdate && (
            <Button ref={editRef} icon={<PencilIcon />} aria-keyshortcuts="e" onClick={onEdit}>
              Edit
            </Button>
          )}
          {toggle && <StateButton type={type} toggle={toggle} />}
          <Menu
            label="More actions"
            placement="bottom-end"
            trigger={
              <IconButton
                variant="secondary"
                label={`More actions for ${issuable.reference.short}`}
                icon={<KebabHorizontalIcon />}
              />
            }
            items={items}
          />
        </div>
      </div>
      {!isOverPage && <AttributeStrip facts={facts} />}
      {below}
      {toggle?.error && (
        <div className={styles.problem}>
          <Banner tone="danger" onDismiss={toggle.forgetError}>
            {toggle.error}
          </Banner>
        </div>
      )}
      {report.dialog}
      {isDeleting && <DeleteDialog onClose={() => setDeleting(false)} />}
    </header>
  )
}

const stateAction = (state: string, type: string): string => `${state === 'opened' ? 'Close' : 'Reopen'} ${type}`

interface StateButtonProps {
  readonly type: string
  readonly toggle: StateToggle
}

/** The button does not switch to the opposite action while the user is about to press it. */
function StateButton({ type, toggle }: StateButtonProps) {
  const { issuable } = useIssuable()
  const attention = useHoverOrFocus()
  const held = useHeld(issuable.state, attention.isActive)

  async function press() {
    held.release()
    if (held.isOld)
      showToast(issuable.state === 'closed' ? `This ${type} is already closed` : `This ${type} is already open`)
    else if (await toggle.ask()) {
      held.expectOwnChange()
      toggle.run()
    }
  }

  return (
    <Button {...attention.props} busy={toggle.isPending} onClick={() => void press()}>
      {stateAction(held.value, type)}
    </Button>
  )
}

function Origin({
  opened,
  state,
  marks,
}: Required<Pick<HeaderParts, 'opened'>> & Pick<HeaderParts, 'state' | 'marks'>) {
  const { issuable } = useIssuable()
  const tasks = taskStatus(issuable.taskCompletionStatus)
  return (
    <div className={styles.origin}>
      <StateBadge {...badgeOf(issuable)} look="solid">
        {state}
      </StateBadge>{' '}
      <Marks>{marks}</Marks>
      <span>
        <span className={styles.reference}>{issuable.reference.short}</span> {opened}{' '}
        <RelativeTime at={issuable.createdAt} /> by{' '}
        <TextLink tone="plain" href={`/${issuable.author.username}`} className={styles.author}>
          {issuable.author.name}
        </TextLink>
        {issuable.author.availability === 'busy' && ' (Busy)'}
        {issuable.state === 'closed' && issuable.closedAt !== null && (
          <>
            {', closed '}
            <RelativeTime at={issuable.closedAt} />
            {issuable.closedBy && (
              <span className={styles.closer}>
                {' by '}
                <TextLink tone="plain" href={`/${issuable.closedBy.username}`} className={styles.author}>
                  {issuable.closedBy.name}
                </TextLink>
              </span>
            )}
          </>
        )}
        {tasks !== '' && (
          <>
            {' '}
            <span className={styles.tasks}>
              <TasklistIcon size={12} /> {tasks}
            </span>
          </>
        )}
      </span>
    </div>
  )
}

/** A merge request that is being merged is still open. @source MR-001 */
export const badgeOf = ({ type, state }: IssuableData) =>
  ({
    of: type === 'merge_request' ? 'merge_request' : 'issue',
    state: state === 'locked' ? 'opened' : state,
  }) as const

/** The marks of the issuable: confidential, locked, hidden. @source CONFID-006, LOCK-004, ISSUE-006 */
export function Marks({ children }: { readonly children: ReactNode }) {
  const { issuable, word } = useIssuable()
  return (
    <>
      {children}
      {issuable.confidential && <StateBadge state="confidential" />}
      {issuable.discussionLocked && <StateBadge state="locked" />}
      {issuable.hidden && (
        <Tooltip text={messages.hidden(word)} labels tells>
          <button type="button" className={styles.mark} data-tells>
            <CircleSlashIcon size={12} /> Hidden
            <VisuallyHidden>: {messages.hidden(word)}</VisuallyHidden>
          </button>
        </Tooltip>
      )}
    </>
  )
}

/** A sign of its own beside the state. */
export function Mark({ tone, children }: { readonly tone?: 'danger'; readonly children: ReactNode }) {
  return (
    <span className={styles.mark} data-tone={tone}>
      {children}
    </span>
  )
}
