import { ClockIcon, PlusIcon, XIcon } from '@primer/octicons-react'
import { useRef, useState } from 'react'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useOpening } from '#web/ui/use-opening.tsx'
import { messages } from '../messages.ts'
import { addDependencies, removeDependency } from '../save.ts'
import type { MergeRequestData } from '../shapes.ts'
import styles from './Conditions.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'

const AddDependenciesForm = onDemand(() =>
  import('./AddDependenciesForm.tsx').then(module => module.AddDependenciesForm),
)
const MergeTimeDialog = onDemand(() => import('./MergeTimeDialog.tsx').then(module => module.MergeTimeDialog))

/** What an open merge request waits for, besides its checks and approvals: other merge requests and a time. */
export function Conditions() {
  const { mergeRequest, permissions } = useMergeRequestPage()
  const { mergeAfter, detailedMergeStatus } = mergeRequest
  const isOpen = mergeRequest.state === 'opened'
  return (
    <>
      {isOpen && <Dependencies />}
      {isOpen &&
        mergeAfter !== null &&
        (detailedMergeStatus === 'merge_time' || Date.parse(mergeAfter) > Date.now()) && (
          <p className={styles.time}>
            It can be merged from <RelativeTime at={mergeAfter} format={{ style: 'absolute' }} />.
          </p>
        )}
      <AddConditions isOffered={isOpen && permissions.canUpdate} />
    </>
  )
}

/** What must be merged before this merge request, each with its state. */
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
          <li className={styles.reference}>{counted(hiddenCount, 'merge request')} that you cannot see</li>
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

/** What is being written in a form that was opened stays, whoever merges the merge request meanwhile. */
function AddConditions({ isOffered }: { readonly isOffered: boolean }) {
  const { mergeRequest } = useMergeRequestPage()
  const [opened, setOpened] = useState<'dependencies' | 'time' | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [heldForm, showForm] = useOpening(AddDependenciesForm)
  const [heldDialog, showDialog] = useOpening(MergeTimeDialog)
  const close = () => {
    setOpened(null)
    // The button is back when the form is gone.
    requestAnimationFrame(() => opener.current?.focus())
  }
  if (opened === 'dependencies') return <AddDependenciesForm onClose={close} />
  return (
    <>
      {opened === 'time' && <MergeTimeDialog mergeAfter={mergeRequest.mergeAfter} onClose={() => setOpened(null)} />}
      {isOffered && (
        <div className={styles.row}>
          {heldForm}
          <Button
            ref={opener}
            variant="quiet"
            size="s"
            icon={<PlusIcon />}
            className={styles.quiet}
            onClick={() => showForm(() => setOpened('dependencies'))}
          >
            Add dependency
          </Button>
          {heldDialog}
          <Button variant="quiet" size="s" icon={<ClockIcon />} onClick={() => showDialog(() => setOpened('time'))}>
            {mergeRequest.mergeAfter === null ? 'Set merge time' : 'Change merge time'}
          </Button>
        </div>
      )}
    </>
  )
}
