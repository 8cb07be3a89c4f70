import { useState } from 'react'
import { pickCommitOnPage, pickMergeRequest } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { commitHref, newMergeRequestHref } from '../shared/addresses.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'

export type PickVerb = 'revert' | 'cherry-pick'

interface PickDialogProps {
  readonly namespace: string
  /** A commit, or a merge request that is merged. */
  readonly of: { readonly sha: string } | { readonly iid: number }
  readonly verb: PickVerb
  /** The branch that is chosen at first. */
  readonly branch: string
  readonly canOpenMergeRequest: boolean
  readonly onClose: () => void
}

const words = {
  revert: { button: 'Revert', done: 'Reverted' },
  'cherry-pick': { button: 'Cherry-pick', done: 'Cherry-picked' },
} as const

/** Undoes a change on a branch, or brings it to one; a merge request may be opened for it first. */
export function PickDialog({ namespace, of, verb, branch, canOpenMergeRequest, onClose }: PickDialogProps) {
  const goTo = useGoTo()
  const [into, setInto] = useState(branch)
  const [opens, setOpens] = useState(canOpenMergeRequest)
  const { button, done } = words[verb]
  const after = {
    onSuccess: (made: { readonly branch: string; readonly commitId: string }) => {
      onClose()
      if (opens) goTo(newMergeRequestHref(namespace, made.branch, into))
      else
        showToast(`${done} in ${into}`, {
          action: { label: 'View commit', run: () => goTo(commitHref({ namespace }, made.commitId)) },
        })
    },
  }
  const pickOne = useOperation(pickCommitOnPage, after)
  const pickAll = useOperation(pickMergeRequest, after)
  const { isPending, error } = 'sha' in of ? pickOne : pickAll

  function submit() {
    const picking = { namespace, verb, branch: into, onNewBranch: opens }
    if ('sha' in of) pickOne.mutate({ ...picking, sha: of.sha })
    else pickAll.mutate({ ...picking, iid: of.iid })
  }

  return (
    <FormDialog
      title={`${button} this ${'sha' in of ? 'commit' : 'merge request'}`}
      description={
        verb === 'revert'
          ? 'A new commit undoes the changes. The history is not rewritten.'
          : 'A new commit makes the same changes on another branch.'
      }
      size="s"
      onClose={onClose}
      submit={button}
      busy={isPending}
      problem={error?.message}
      onSubmit={submit}
    >
      <div>
        <RefSwitcher
          branchesOnly
          namespace={namespace}
          label={verb === 'revert' ? 'Revert in' : 'Cherry-pick into'}
          current={{ name: into, kind: 'branch' }}
          onPick={setInto}
        />
      </div>
      {canOpenMergeRequest && (
        <Checkbox
          data-autofocus
          label="Start a new merge request with these changes"
          hint={opens ? 'The commit is made on a new branch.' : `The commit is made directly on ${into}.`}
          checked={opens}
          onValue={setOpens}
        />
      )}
    </FormDialog>
  )
}
