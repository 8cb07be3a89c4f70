import { XIcon } from '@primer/octicons-react'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { messages } from '../messages.ts'
import { addDependencies, removeDependency } from '../save.ts'
import type { MergeRequestData } from '../shapes.ts'
import styles from './Conditions.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'

/** The conditions of an open merge request besides its checks and approvals: other merge requests and a time. */
export function Conditions() {
  const { mergeAfter, detailedMergeStatus } = useMergeRequestPage().mergeRequest
  return (
    <>
      <Dependencies />
      {mergeAfter !== null && (detailedMergeStatus === 'merge_time' || Date.parse(mergeAfter) > Date.now()) && (
        <p className={styles.time}>
          Can be merged after <RelativeTime at={mergeAfter} format={{ style: 'absolute' }} />.
        </p>
      )}
    </>
  )
}

/** The merge requests that must be merged first, each with its state. */
function Dependencies() {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { visible, hiddenCount } = mergeRequest.blocking
  const { remove, isRemoving } = useRemoval()
  if (visible.length + hiddenCount === 0) return null
  const merged = visible.filter(({ state }) => state === 'merged').length
  return (
    <details className={styles.blocking} open={merged < visible.length}>
      <summary>
        Depends on {counted(visible.length + hiddenCount, 'merge request')}
        {merged > 0 && `, ${merged} merged`}
      </summary>
      <ul className={styles.list}>
        {visible.map(dependency => (
          <li key={dependency.blockId} className={styles.line}>
            <StateBadge state={dependency.state} of="merge_request" look="icon" />
            <TextLink href={dependency.path} className={styles.title}>
              {dependency.title}
            </TextLink>
            <span className={styles.reference}>{dependency.reference}</span>
            {permissions.canUpdate && (
              <IconButton
                size="s"
                label={`Remove dependency on ${dependency.reference}`}
                icon={<XIcon />}
                disabled={isRemoving}
                onClick={() => remove(dependency)}
              />
            )}
          </li>
        ))}
        {hiddenCount > 0 && (
          <li className={styles.reference}>{counted(hiddenCount, 'merge request')} you cannot view</li>
        )}
      </ul>
    </details>
  )
}

function useRemoval() {
  const restoring = useSave({
    save: addDependencies,
    failure: messages.addDependency,
    onFailed: () => showToast(messages.addDependency, { tone: 'danger' }),
  })
  const removing = useSave({
    save: removeDependency,
    failure: messages.removeDependency,
    onFailed: () => showToast(messages.removeDependency, { tone: 'danger' }),
  })
  const remove = ({ blockId, reference, path }: MergeRequestData['blocking']['visible'][number]) =>
    removing.run(blockId, () =>
      showToast(messages.removedDependency(reference), {
        undo: () => restoring.run([new URL(path, location.origin).href]),
      }),
    )
  return { remove, isRemoving: removing.isPending }
}
