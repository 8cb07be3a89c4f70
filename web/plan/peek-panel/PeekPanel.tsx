import { ChevronDownIcon, ChevronUpIcon, LinkExternalIcon, XIcon } from '@primer/octicons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { issuableKinds, kindWord, pagePath } from '#contract/issuable-kinds.ts'
import { groupIssuesTopic, issuableTopic, issueTopic } from '#contract/live-topics.ts'
import { CallError } from '#web/api/client.ts'
import { getGroupEpicPage, getIssuePage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { EpicView } from '#web/plan/epics/page/EpicView.tsx'
import { epicMounts } from '#web/plan/epics/page/mounts.tsx'
import { IssuableFields } from '#web/plan/issuable/sidebar/IssuableSidebar.tsx'
import type { Mount } from '#web/plan/issuable/sidebar/mounts.ts'
import { IssueView } from '#web/plan/issues/page/IssueView.tsx'
import { issueMounts } from '#web/plan/issues/page/mounts.tsx'
import { type Peeked, peekedAt } from '#web/plan/peek/peek-address.ts'
import type { PeekPanelProps } from '#web/plan/peek/peek-panel.ts'
import { usePeek } from '#web/plan/peek/use-peek.ts'
import { planTopics } from '#web/plan/place.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { moveFocusOn } from '#web/ui/focus.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { peekMessages } from './messages.ts'
import styles from './PeekPanel.module.css'

const keysOf = (word: string) => ({
  next: { keys: 'j', label: `Show the next ${word}` },
  previous: { keys: 'k', label: `Show the previous ${word}` },
  close: { keys: 'Escape', label: 'Close the panel' },
})

/** An item of the list or board behind, with all its parts. Unsent text is stored as on the item's own page. */
export function PeekPanel({ of, peeked }: PeekPanelProps) {
  const { namespace, iid } = peeked
  const { open, close } = usePeek()
  const panel = useRef<HTMLElement>(null)
  const word = kindWord(of)
  const name = `${of === 'epic' ? 'Epic' : 'Issue'} ${issuableKinds[of].sign}${iid}`
  useRootMark('data-peek')

  const links = () =>
    [...document.querySelectorAll<HTMLAnchorElement>('main a[data-row-link]')].filter(
      link => panel.current?.contains(link) !== true,
    )
  const isShown = (link: HTMLAnchorElement) => {
    const at = peekedAt(link.pathname)
    return at !== null && at.iid === iid && at.namespace === namespace
  }
  function step(by: 1 | -1) {
    const all = links()
    const at = all.findIndex(isShown)
    const next = all[at < 0 ? 0 : at + by]
    if (next) open(next.pathname)
  }

  // When the panel closes, the focus goes back to the row of the last item shown.
  const lastLink = useEffectEvent(() => links().find(isShown) ?? document.querySelector<HTMLElement>('main h1'))
  // The focus is outside of React.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true })
    const find = () => {
      const link = lastLink()
      const target = link?.closest('li')?.querySelector<HTMLElement>('[data-opens-beside]') ?? link
      if (target !== null && target.tabIndex < 0) target.tabIndex = -1
      return [target]
    }
    return () => moveFocusOn(find)
  }, [])

  const markRow = useEffectEvent(() => {
    for (const link of links()) {
      if (isShown(link)) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  })
  // The rows are those of another part of the page, which any change of theirs may draw anew.
  useEffect(() => markRow())
  // The panel covers a part of them.
  useEffect(() => {
    if (namespace !== '' && iid > 0) lastLinkInView(lastLink())
    return () => {
      for (const link of document.querySelectorAll('main a[data-row-link][aria-current]'))
        link.removeAttribute('aria-current')
    }
  }, [namespace, iid])

  useShortcuts(keysOf(word), { next: () => step(1), previous: () => step(-1), close: () => close() })

  /** In a text box, Escape leaves the box. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const { target, key, defaultPrevented } = event
    if (key !== 'Escape' || defaultPrevented || !(target instanceof HTMLElement)) return
    if (target.matches('input, textarea, select')) panel.current?.focus({ preventScroll: true })
  }

  return (
    <aside ref={panel} tabIndex={-1} aria-label={name} className={styles.panel} onKeyDown={onKeyDown}>
      <header className={styles.bar}>
        <IconButton label={`Previous ${word}`} keyHint="K" icon={<ChevronUpIcon />} onClick={() => step(-1)} />
        <IconButton label={`Next ${word}`} keyHint="J" icon={<ChevronDownIcon />} onClick={() => step(1)} />
        <span className={styles.space} />
        <LinkButton href={pagePath(of, namespace, iid)} icon={<LinkExternalIcon />}>
          Open
        </LinkButton>
        <IconButton label="Close" keyHint="Escape" icon={<XIcon />} onClick={close} />
      </header>
      <div className={styles.content} key={`${namespace}/${iid}`}>
        {of === 'epic' ? <Epic {...peeked} /> : <Issue {...peeked} />}
      </div>
    </aside>
  )
}

const lastLinkInView = (link: HTMLElement | null): void =>
  link?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function Issue(peeked: Peeked) {
  const reading = useReading(getIssuePage, peeked, {
    topics: page => [issueTopic(page.issue.id), ...planTopics(page.namespace)],
  })
  const page = reading.data
  if (page === undefined) return <Missing of="issue" {...reading} />
  return <IssueView page={page} fieldsOverPage={<Fields mounts={issueMounts} />} frame={main => main} />
}

function Epic(peeked: Peeked) {
  const reading = useReading(getGroupEpicPage, peeked, {
    topics: page => [
      issuableTopic('epic', page.epic.id),
      groupIssuesTopic(page.namespace.id),
      ...planTopics(page.namespace),
    ],
  })
  const page = reading.data
  if (page === undefined) return <Missing of="epic" {...reading} />
  return <EpicView page={page} fieldsOverPage={<Fields mounts={epicMounts} />} frame={main => main} />
}

interface MissingProps {
  readonly of: 'issue' | 'epic'
  readonly error: CallError | null
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

/** The placeholder of an item that is loading, or could not be loaded. */
function Missing({ of, error, isFetching, refetch }: MissingProps): ReactNode {
  const word = kindWord(of)
  if (error === null) return <Skeleton rows={6} label={`Loading the ${word}`} />
  if (error instanceof CallError && error.status === 404)
    return <Banner tone="info">{peekMessages.missing(word)}</Banner>
  return (
    <Banner
      tone="danger"
      action={
        <Button size="s" busy={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {peekMessages.failed(word)}
    </Banner>
  )
}

/** The fields that few readers need. */
const later: readonly string[] = [
  ...[
    'todo',
    'escalation-policy',
    'health-status',
    'time-tracker',
    'customer-contacts',
    'color',
    'confidential',
    'lock',
  ],
  ...['subscriptions', 'participants', 'reference', 'copy-email', 'move-issue', 'cve-id-request'],
]

function Fields({ mounts }: { readonly mounts: readonly Mount[] }) {
  const [isAll, setAll] = useState(false)
  return (
    <section aria-label="Fields" className={styles.fields}>
      <VisuallyHidden>
        <h2>Fields</h2>
      </VisuallyHidden>
      <div className={styles.grid} data-fields="grid">
        <IssuableFields mounts={isAll ? mounts : mounts.filter(mount => !later.includes(mount.name))} />
      </div>
      <Button size="s" variant="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
        {isAll ? 'Show fewer fields' : 'Show all fields'}
      </Button>
    </section>
  )
}
