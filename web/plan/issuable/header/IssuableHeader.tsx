import { AlertIcon, ArrowDownIcon, CircleSlashIcon, KebabHorizontalIcon, PencilIcon } from '@primer/octicons-react'
import { type Ref, useState } from 'react'
import { flushSync } from 'react-dom'
import { useGoTo } from '#web/api/route.tsx'
import { useReportAbuse } from '#web/discuss/abuse-reports/use-report-abuse.tsx'
import { useCloseGuard } from '#web/plan/issues/page/CloseGuard.tsx'
import { saveState } from '#web/plan/issues/page/save/save.ts'
import { messages, typeName } from '#web/plan/messages.ts'
import { baseOf } from '#web/plan/place.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { copyText } from '#web/ui/actions/copy-text.ts'
import { useHeld, useHoverOrFocus } from '#web/ui/actions/held.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { useFolded } from '#web/ui/layout/folded.ts'
import { sidebarId } from '#web/ui/layout/Sidebar.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { useIssuePage, useSave, withIssue } from '../issuable-context.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import styles from './IssuableHeader.module.css'

interface IssuableHeaderProps {
  readonly onEdit: () => void
  readonly ref: Ref<HTMLElement>
  readonly editRef: Ref<HTMLButtonElement>
}

export function IssuableHeader({ onEdit, ref, editRef }: IssuableHeaderProps) {
  const { namespace, issue, permissions, reportAbusePath } = useIssuePage()
  const report = useReportAbuse({ kind: 'issue', id: issue.id, url: issue.webUrl, author: issue.author })
  const [isDeleting, setDeleting] = useState(false)
  const goTo = useGoTo()
  const type = typeName(issue.type)
  const toggle = useStateToggle()
  const [, setFolded] = useFolded('sidebar')

  // Where the window is narrow they stand below the discussion.
  function showFields() {
    flushSync(() => setFolded(false))
    const fields = document.getElementById(sidebarId)
    fields?.scrollIntoView({ block: 'start' })
    fields?.focus({ preventScroll: true })
  }

  const copy = (text: string, what: string) => () => {
    void copyText(text).then(isCopied =>
      showToast(isCopied ? `${what} copied` : `Could not copy the ${what.toLowerCase()}`, {
        tone: isCopied ? 'info' : 'danger',
      }),
    )
  }
  const items: readonly MenuItem[] = [
    { label: 'Copy link', onSelect: copy(issue.webUrl, 'Link') },
    { label: 'Copy reference', keyHint: 'C R', onSelect: copy(issue.reference.full, 'Reference') },
    ...(permissions.canCreateIssue
      ? [
          { kind: 'separator' } as const,
          { label: 'New issue', onSelect: () => goTo(`${baseOf(namespace)}/issues/new`) } as const,
          ...(permissions.canLink
            ? [
                {
                  label: 'New related issue',
                  onSelect: () => goTo(`${baseOf(namespace)}/issues/new?add_related_issue=${issue.iid}`),
                } as const,
              ]
            : []),
        ]
      : []),
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

  return (
    <header ref={ref} className={styles.header}>
      <h1 className={styles.heading}>
        <TitleHtml html={issue.titleHtml} />
      </h1>
      <div className={styles.line}>
        <Origin />
        <div className={styles.actions}>
          <Button variant="quiet" icon={<ArrowDownIcon />} className={styles.details} onClick={showFields}>
            Details
          </Button>
          {permissions.canUpdate && (
            <Button ref={editRef} icon={<PencilIcon />} aria-keyshortcuts="e" onClick={onEdit}>
              Edit
            </Button>
          )}
          {toggle && <StateButton type={type} toggle={toggle} />}
          <Menu
            label="More actions"
            placement="bottom-end"
            trigger={<IconButton variant="secondary" label="More actions" icon={<KebabHorizontalIcon />} />}
            items={items}
          />
        </div>
      </div>
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

interface StateButtonProps {
  readonly type: string
  readonly toggle: NonNullable<ReturnType<typeof useStateToggle>>
}

/** The button does not switch to the opposite action while the user is about to press it. */
function StateButton({ type, toggle }: StateButtonProps) {
  const { issue } = useIssuePage()
  const attention = useHoverOrFocus()
  const held = useHeld(issue.state, attention.isActive)

  async function press() {
    held.release()
    if (held.isOld)
      showToast(issue.state === 'closed' ? `This ${type} is already closed` : `This ${type} is already open`)
    else if (await toggle.ask()) {
      held.expectOwnChange()
      toggle.run()
    }
  }

  return (
    <Button {...attention.props} busy={toggle.isPending} onClick={() => void press()}>
      {held.value === 'opened' ? `Close ${type}` : `Reopen ${type}`}
    </Button>
  )
}

/** Close or reopen, for those who may. @source ISSUE-018, ISSUE-019 */
export function useStateToggle() {
  const { issue, permissions } = useIssuePage()
  const save = useSave({
    save: saveState,
    preview: (page, event: 'close' | 'reopen') => {
      const { openIssuesCount } = page.namespace
      const by = event === 'close' ? -1 : 1
      return withIssue(
        {
          ...page,
          namespace: { ...page.namespace, openIssuesCount: openIssuesCount === null ? null : openIssuesCount + by },
        },
        { state: event === 'close' ? 'closed' : 'opened' },
      )
    },
    // @source ERRMSG-026
    failure: messages.state(typeName(issue.type)),
    keepsReasons: true,
  })
  const ask = useCloseGuard()
  const isOpen = issue.state === 'opened'
  if (!(isOpen ? permissions.canClose : permissions.canReopen)) return null
  return { ...save, ask, run: () => save.run(isOpen ? 'close' : 'reopen') }
}

function Origin() {
  const { issue } = useIssuePage()
  return (
    <div className={styles.origin}>
      <StateBadge state={issue.state} look="solid" />
      <Marks />
      <span>
        <span className={styles.reference}>{issue.reference.short}</span>{' '}
        {issue.type === 'incident' ? 'Incident opened' : 'Opened'} <RelativeTime at={issue.createdAt} /> by{' '}
        <TextLink tone="plain" href={`/${issue.author.username}`} className={styles.author}>
          {issue.author.name}
        </TextLink>
        {issue.author.availability === 'busy' && ' (Busy)'}
        {issue.state === 'closed' && issue.closedAt !== null && (
          <>
            {', closed '}
            <RelativeTime at={issue.closedAt} />
            {issue.closedBy && (
              <>
                {' by '}
                <TextLink tone="plain" href={`/${issue.closedBy.username}`} className={styles.author}>
                  {issue.closedBy.name}
                </TextLink>
              </>
            )}
          </>
        )}
      </span>
    </div>
  )
}

/** What sets the issue apart: confidential, locked, hidden, an incident. @source CONFID-006, LOCK-004, ISSUE-006 */
export function Marks() {
  const { issue } = useIssuePage()
  return (
    <>
      {issue.type === 'incident' && (
        <span className={styles.mark} data-tone="danger">
          <AlertIcon size={12} /> Incident
        </span>
      )}
      {issue.confidential && <StateBadge state="confidential" />}
      {issue.discussionLocked && <StateBadge state="locked" />}
      {issue.hidden && (
        <Tooltip text={messages.hidden(typeName(issue.type))} labels tells>
          <button type="button" className={styles.mark} data-tells>
            <CircleSlashIcon size={12} /> Hidden
            <VisuallyHidden>: {messages.hidden(typeName(issue.type))}</VisuallyHidden>
          </button>
        </Tooltip>
      )}
    </>
  )
}

/** A title with its emoji and references, as the server rendered and sanitised it. */
export function TitleHtml({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
  return <span className={styles.words} dangerouslySetInnerHTML={{ __html: html }} />
}
