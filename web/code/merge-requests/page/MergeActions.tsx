import { GitMergeIcon, TriangleDownIcon, XIcon } from '@primer/octicons-react'
import { call } from '#web/api/client.ts'
import { acceptMergeRequest, cancelAutoMerge } from '#web/api/operations.gen.ts'
import { type Save, useSave } from '#web/plan/issuable/use-save.ts'
import { Button, LinkButton } from '#web/ui/actions/Button.tsx'
import { ButtonGroup } from '#web/ui/actions/ButtonGroup.tsx'
import { Menu, type MenuItem } from '#web/ui/actions/Menu.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { messages } from '../messages.ts'
import type { MergeRequestPageData } from '../shapes.ts'
import type { CommitMessages } from './commit-messages.ts'
import styles from './MergeArea.module.css'
import { conflictsHref } from './merge-request-address.ts'
import { useMergeRequestPage } from './merge-request-context.ts'
import { consequenceOf, refusalOf } from './merge-state.ts'
import { useAction } from './use-action.ts'
import { useDraft } from './use-draft.ts'

interface MergeActionsProps {
  readonly texts: CommitMessages
  /** The ways to merge, chosen in the menu of the button. */
  readonly options: readonly MenuItem[]
  readonly rebase: Save<void>
}

/** The next step of an open merge request: to merge it, or what has to be done before. */
export function MergeActions({ texts, options, rebase }: MergeActionsProps) {
  const page = useMergeRequestPage()
  const { namespace, mergeRequest, permissions } = page
  const { detailedMergeStatus: status, iid } = mergeRequest
  const needsRebase = status === 'need_rebase' && permissions.canPushToSource
  return (
    <div className={styles.row}>
      {isMergeOffered(page) && <Merge texts={texts} options={options} isRebasing={rebase.isPending} />}
      {status === 'draft_status' && permissions.canUpdate && <MarkReady />}
      {status === 'conflict' && permissions.canPushToSource && (
        <LinkButton href={conflictsHref(namespace.fullPath, iid)}>Resolve conflicts</LinkButton>
      )}
      {needsRebase && (
        <Button busy={rebase.isPending} onClick={() => rebase.run()}>
          Rebase
        </Button>
      )}
    </div>
  )
}

/** Whether a merge, now or later, is a step that the viewer can take. */
export function isMergeOffered({ mergeRequest, permissions }: MergeRequestPageData): boolean {
  const { autoMergeUser, canWait, detailedMergeStatus: status } = mergeRequest
  if (!permissions.canMerge) return false
  return autoMergeUser !== null || (status !== 'conflict' && (canWait || status === 'mergeable'))
}

interface MergeProps {
  readonly texts: CommitMessages
  readonly options: readonly MenuItem[]
  /** Whether the head that the page shows is about to be replaced, so that a merge must wait for the new one. */
  readonly isRebasing: boolean
}

function Merge({ texts, options, isRebasing }: MergeProps) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const { iid, headSha, targetBranch, autoMergeUser, canWait, detailedMergeStatus: status } = mergeRequest
  const isReady = status === 'mergeable'
  const merge = useSave<'now' | 'wait', () => void>({
    save: async (_target, when, carried) => {
      const forget = texts.sending()
      await call(
        acceptMergeRequest,
        {
          ...{ id: namespace.id, mergeRequestIid: iid, targetBranch },
          ...(headSha !== null && { sha: headSha }),
          ...(texts.merge.isChanged && { mergeCommitMessage: texts.merge.kept.text }),
          ...(texts.squash.isChanged && { squashCommitMessage: texts.squash.kept.text }),
          ...(when === 'wait' && { autoMerge: true }),
        },
        { carried },
      )
      return forget
    },
    failure: messages.merge,
    onSaved: (forget, when) => {
      forget()
      if (when === 'now') dispatchEvent(new Event('calm'))
    },
  })
  const cancel = useAction(messages.autoMerge, carried =>
    call(cancelAutoMerge, { id: namespace.id, mergeRequestIid: iid }, { carried }),
  )
  const waits = autoMergeUser !== null
  const isBusy = merge.isPending || cancel.isPending || isRebasing
  const failed = waits ? cancel : merge
  const error = waits ? cancel.error : (refusalOf(merge.problem) ?? merge.error)
  const variant = isReady && !waits ? 'primary' : 'secondary'
  const items: readonly MenuItem[] = [
    ...(isReady && canWait ? [{ label: 'Merge now', onSelect: () => merge.run('now') }] : []),
    ...options,
  ]
  const consequence = consequenceOf(mergeRequest)
  return (
    <>
      <ButtonGroup label="Merge">
        {/* One button for all three, so that it keeps the focus. */}
        <Button
          variant={variant}
          icon={waits ? <XIcon /> : <GitMergeIcon />}
          busy={isBusy}
          onClick={() => (waits ? cancel.run() : merge.run(canWait ? 'wait' : 'now'))}
        >
          {waits ? 'Cancel auto-merge' : canWait ? 'Merge when all checks pass' : 'Merge'}
        </Button>
        {!waits && items.length > 0 && (
          <Menu
            label="Merge options"
            placement="bottom-start"
            trigger={
              <Button variant={variant} disabled={isBusy} aria-label="Merge options" className={styles.arrow}>
                <TriangleDownIcon />
              </Button>
            }
            items={items}
          />
        )}
      </ButtonGroup>
      {!waits && consequence !== '' && <span className={styles.aside}>{consequence}</span>}
      {error && (
        <div className={styles.whole}>
          <Banner tone="danger" onDismiss={failed.forgetError}>
            {error}
          </Banner>
        </div>
      )}
    </>
  )
}

function MarkReady() {
  const { isPending, toggle } = useDraft()
  return (
    <Button busy={isPending} onClick={toggle}>
      Mark as ready
    </Button>
  )
}
