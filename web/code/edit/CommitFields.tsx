import type { CallError } from '#web/api/client.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { TextArea } from '#web/ui/forms/TextArea.tsx'
import { TextInput } from '#web/ui/forms/TextInput.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { CodePlace, CodeRef } from '../shapes.ts'
import styles from './CommitFields.module.css'
import { branchProposal } from './commit.ts'
import type { CommitTarget } from './commit-target.ts'
import { longLines } from './long-lines.ts'
import type { MergeRequestAfter } from './use-merge-request-after.ts'

export interface CommitWords {
  readonly commitMessage: string
  readonly branch: string
}

interface CommitFieldsProps extends CommitWords {
  readonly place: CodePlace
  /** Null in an empty repository. */
  readonly at: CodeRef | null
  /** The message of the commit when none is written. */
  readonly usualMessage: string
  readonly wasTried: boolean
  readonly onChange: (change: Partial<CommitWords>) => void
  readonly mergeRequest: MergeRequestAfter
}

/** Message and branch of a commit; from a new branch, a merge request can be started. */
export function CommitFields(props: CommitFieldsProps) {
  const { place, at, commitMessage, branch, usualMessage, wasTried, onChange, mergeRequest } = props
  const { target } = mergeRequest
  const isNew = at !== null && branch.trim() !== '' && branch.trim() !== at.name
  return (
    <>
      {target === 'fork' && (
        <Banner>
          You cannot push to {place.namespace}. Your changes go to a new branch in your fork. You can open a merge
          request from there.
        </Banner>
      )}
      <div className={styles.fields}>
        <FormField label="Commit message" hint={longLines(commitMessage)}>
          <TextArea
            rows={2}
            maxLength={2_000}
            placeholder={usualMessage}
            value={commitMessage}
            onValue={commitMessage => onChange({ commitMessage })}
          />
        </FormField>
        <FormField
          label="Target branch"
          required
          hint={
            at === null
              ? undefined
              : target === 'fork'
                ? `A new branch is created in your fork from ${at.name}.`
                : target === 'branch'
                  ? 'You can commit only to this branch, because its merge request allows it.'
                  : isNew
                    ? `A new branch is created from ${at.name}.`
                    : `Enter a new name to create a branch from ${at.name}.`
          }
          error={wasTried && branch.trim() === '' ? 'Enter a branch name.' : undefined}
        >
          <TextInput
            code
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            readOnly={target === 'branch'}
            value={branch}
            onValue={branch => onChange({ branch })}
          />
        </FormField>
        {mergeRequest.isOffered(branch.trim()) && (
          <Checkbox
            label="Start a new merge request with these changes"
            checked={mergeRequest.isWanted}
            onValue={mergeRequest.setWanted}
          />
        )}
      </div>
    </>
  )
}

interface CommitProgressProps {
  readonly commit: { readonly isForking: boolean; readonly error: CallError | null; readonly reset: () => void }
  readonly mergeRequest: MergeRequestAfter
  readonly at: CodeRef | null
  /** Another branch is to take the commit. */
  readonly onBranch: (name: string) => void
}

/** The messages of a form about its commit: that a fork is made for it, and why it was refused. */
export function CommitProgress({ commit, mergeRequest, at, onBranch }: CommitProgressProps) {
  return (
    <>
      {commit.isForking && <Banner>Creating your fork. Your changes are committed to it when it is ready.</Banner>}
      {commit.error !== null && (
        <CommitProblem
          error={commit.error}
          target={mergeRequest.target}
          at={at}
          onDismiss={commit.reset}
          onBranch={onBranch}
        />
      )}
    </>
  )
}

interface CommitProblemProps {
  readonly error: CallError
  readonly target: CommitTarget
  readonly at: CodeRef | null
  readonly onDismiss: () => void
  readonly onBranch: (name: string) => void
}

/** The reason why a commit was refused. If the branch does not accept it, a new one is offered. */
function CommitProblem({ error, target, at, onDismiss, onBranch }: CommitProblemProps) {
  const { user } = useViewer()
  const isOfBranch =
    at !== null &&
    target === 'branches' &&
    (error.status === 403 || /protected|not allowed to push/i.test(error.message))
  return (
    <Banner
      tone="danger"
      onDismiss={onDismiss}
      action={
        isOfBranch && (
          <Button
            size="s"
            onClick={() => {
              onBranch(branchProposal(user?.username ?? 'new', at))
              onDismiss()
            }}
          >
            Use a new branch
          </Button>
        )
      }
    >
      {error.message}
    </Banner>
  )
}
