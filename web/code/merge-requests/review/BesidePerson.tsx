import { AlertIcon, BellFillIcon, BellIcon } from '@primer/octicons-react'
import { call } from '#web/api/client.ts'
import { toggleAttentionRequest } from '#web/api/operations.gen.ts'
import { useViewer } from '#web/api/viewer.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import type { Person } from '#web/plan/shapes.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { Tooltip } from '#web/ui/floating/Tooltip.tsx'
import { messages } from '../messages.ts'
import { useMergeRequestPage } from '../page/merge-request-context.ts'
import styles from './ReviewersWidget.module.css'

/**
 * The marks beside an assignee or reviewer: that they cannot merge, and whether their attention is requested.
 *
 * @source ASSIGN-011, ASSIGN-024, PERM-016
 */
export function BesidePerson({ person }: { readonly person: Person }) {
  const { mergeRequest } = useMergeRequestPage()
  const { attentionRequestsEnabled } = useViewer()
  const own = mergeRequest.involved.find(each => each.id === person.id)
  // The person has only just been marked.
  if (own === undefined) return null
  const isOpen = mergeRequest.state === 'opened' || mergeRequest.state === 'locked'
  return (
    <>
      {!own.canMerge && isOpen && (
        <Tooltip text="Cannot merge">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by keyboard */}
          <span className={styles.state} data-state="cannot_merge" tabIndex={0} role="img" aria-label="Cannot merge">
            <AlertIcon />
          </span>
        </Tooltip>
      )}
      {attentionRequestsEnabled && mergeRequest.attentionRequestsEnabled && isOpen && (
        <Attention person={person} isRequested={own.attentionRequested} />
      )}
    </>
  )
}

/** @source TODO-010, TODO-011 */
function Attention({ person, isRequested }: { readonly person: Person; readonly isRequested: boolean }) {
  const { namespace, mergeRequest, permissions } = useMergeRequestPage()
  const toggle = useSave<void>({
    save: (_target, _value, carried) =>
      call(
        toggleAttentionRequest,
        { id: namespace.id, mergeRequestIid: mergeRequest.iid, userId: person.id },
        { carried },
      ),
    failure: messages.attention,
  })
  return (
    <IconButton
      label={isRequested ? `Remove attention request for ${person.name}` : `Request attention from ${person.name}`}
      icon={isRequested ? <BellFillIcon /> : <BellIcon />}
      size="s"
      aria-pressed={isRequested}
      disabled={!permissions.canUpdate || toggle.isPending}
      aria-busy={toggle.isPending}
      onClick={() => toggle.run()}
    />
  )
}
