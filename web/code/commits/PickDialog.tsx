import { useRef, useState } from 'react'
import { pickCommitOnPage, pickMergeRequest } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { commitHref, newMergeRequestHref } from '../shared/addresses.ts'
import { RefSwitcher } from '../shared/RefSwitcher.tsx'
import { useOwnFork } from '../shared/use-own-fork.ts'

export type PickVerb = 'revert' | 'cherry-pick'

interface PickDialogProps {
  readonly namespace: string
  /** A commit, or a merge request that is merged. */
  readonly of: { readonly sha: string } | { readonly iid: number }
  readonly verb: PickVerb
  /** The branch that is chosen at first. */
  readonly branch: string
  readonly canOpenMergeRequest: boolean
  /** The project by its id, where the commit goes to a fork of it: the viewer may not push there. */
  readonly forkOf?: number | undefined
  readonly onClose: () => void
}

const words = {
  revert: { button: 'Revert', done: 'Reverted' },
  'cherry-pick': { button: 'Cherry-pick', done: 'Cherry-picked' },
} as const

/** Undoes a change on a branch, or brings it to one; a merge request may be opened for it first. */
export function PickDialog({ namespace, of, verb, branch, canOpenMergeRequest, forkOf, onClose }: PickDialogProps) {
  const goTo = useGoTo()
  const [into, setInto] = useState(branch)
  const [opens, setOpens] = useState(canOpenMergeRequest)
  const fork = useOwnFork(namespace)
  const source = useRef(namespace)
  const { button, done } = words[verb]
  const after = {
    onSuccess: (made: { readonly branch: string; readonly commitId: string | null }) => {
      const { commitId } = made
      if (commitId === null) return commitToFork()
      onClose()
      if (opens || forkOf !== undefined) goTo(newMergeRequestHref(source.current, made.branch, into, forkOf))
      else
        showToast(`${done} in ${into}`, {
          action: { label: 'View commit', run: () => goTo(commitHref({ namespace }, commitId)) },
        })
    },
  }
  const pickOne = useOperation(pickCommitOnPage, after)
  const pickAll = useOperation(pickMergeRequest, after)
  const { isPending, error } = 'sha' in of ? pickOne : pickAll

  function pickIn(where: { readonly forkId?: number; readonly dryRun?: boolean }) {
    const picking = { namespace, verb, branch: into, onNewBranch: opens, ...where }
    if ('sha' in of) pickOne.mutate({ ...picking, sha: of.sha })
    else pickAll.mutate({ ...picking, iid: of.iid })
  }

  function commitToFork() {
    void fork.ready(({ id, fullPath }) => {
      source.current = fullPath
      pickIn({ forkId: id })
    })
  }

  return (
    <FormDialog
      title={`${button} this ${'sha' in of ? 'commit' : 'merge request'}`}
      description={
        verb === 'revert'
          ? 'Undoes the changes in a new commit. History is not rewritten.'
          : 'Applies the same changes to another branch in a new commit.'
      }
      size="s"
      onClose={onClose}
      submit={button}
      busy={fork.isMaking || isPending}
      problem={(fork.error ?? error)?.message}
      // A conflicting pick needs no fork.
      onSubmit={() => pickIn(forkOf === undefined ? {} : { dryRun: true })}
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
      {forkOf !== undefined && (
        <Banner>
          {fork.isMaking
            ? 'Creating your fork… The commit will be created when it is ready.'
            : `You cannot push to ${namespace}. The commit goes to a new branch in your fork. You can open a merge request from there.`}
        </Banner>
      )}
      {canOpenMergeRequest && forkOf === undefined && (
        <Checkbox
          data-autofocus
          label="Start a new merge request with these changes"
          hint={
            opens ? 'The commit will be created on a new branch.' : `The commit will be created directly on ${into}.`
          }
          checked={opens}
          onValue={setOpens}
        />
      )}
    </FormDialog>
  )
}
