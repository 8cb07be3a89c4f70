import { PencilIcon } from '@primer/octicons-react'
import { useEffect } from 'react'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { RefSwitcher } from '../../shared/RefSwitcher.tsx'
import { messages } from '../messages.ts'
import { saveOptions } from '../save.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

/** Chooses another branch for the merge request to be merged into. */
export function ChangeTarget() {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const { targetBranch } = mergeRequest
  const { run, isPending, error } = useSave({ save: saveOptions, failure: messages.target })
  useEffect(() => {
    if (error !== null) showToast(error, { tone: 'danger', cause: messages.target })
  }, [error])
  const change = (to: string) => {
    if (to === targetBranch) return
    run({ targetBranch: to }, () => showToast(messages.targetChanged(to), { undo: () => run({ targetBranch }) }))
  }
  return (
    <RefSwitcher
      branchesOnly
      namespace={namespace.fullPath}
      current={{ name: targetBranch, kind: 'branch' }}
      onPick={change}
      trigger={<IconButton size="s" label="Change target branch" icon={<PencilIcon />} disabled={isPending} />}
    />
  )
}
