import { useState } from 'react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { CommitFields, CommitProgress, type CommitWords } from '../edit/CommitFields.tsx'
import type { MergeRequestAfter } from '../edit/use-merge-request-after.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { editFileHref, nameOf } from '../shared/addresses.ts'
import { type ChangedFile, countOf } from './changed-files.ts'
import type { useCommitFiles } from './use-commit-files.ts'

interface CommitDialogProps {
  readonly place: CodePlace
  readonly at: CodeRef
  readonly changed: readonly ChangedFile[]
  readonly words: CommitWords
  readonly onWords: (words: Partial<CommitWords>) => void
  readonly commit: ReturnType<typeof useCommitFiles>
  readonly mergeRequest: MergeRequestAfter
  readonly onClose: () => void
}

/** Message and branch of the commit of all that was changed. */
export function CommitDialog(props: CommitDialogProps) {
  const { place, at, changed, words, onWords, commit, mergeRequest, onClose } = props
  const [wasTried, setTried] = useState(false)
  const usualMessage = usualMessageOf(changed)
  const { commitMessage } = words
  const branch = words.branch.trim()

  function submit() {
    setTried(true)
    if (branch === '' || changed.length === 0) return
    commit.start({ files: changed, branch, commitMessage: commitMessage.trim() || usualMessage })
  }

  return (
    <FormDialog
      title={`Commit ${countOf(changed)}`}
      size="l"
      submit="Commit changes"
      busy={commit.isPending}
      disabled={changed.length === 0}
      onSubmit={submit}
      onClose={() => {
        commit.reset()
        onClose()
      }}
    >
      <CommitProgress commit={commit} mergeRequest={mergeRequest} at={at} onBranch={branch => onWords({ branch })} />
      {commit.problem !== null && (
        <Banner tone="danger" onDismiss={commit.reset}>
          {commit.problem.sentence}{' '}
          {commit.problem.paths.map(each => (
            <TextLink key={each} href={editFileHref(place, at.name, each)}>
              {`Edit ${each}`}
            </TextLink>
          ))}
        </Banner>
      )}
      <CommitFields
        place={place}
        at={at}
        commitMessage={commitMessage}
        branch={words.branch}
        usualMessage={usualMessage}
        wasTried={wasTried}
        onChange={onWords}
        mergeRequest={mergeRequest}
      />
    </FormDialog>
  )
}

const verbs = { created: 'Create', renamed: 'Rename', deleted: 'Delete', changed: 'Update' } as const

function usualMessageOf(changed: readonly ChangedFile[]): string {
  const [first] = changed
  if (first === undefined) return 'Update files'
  const verb = changed.every(file => file.kind === first.kind) ? verbs[first.kind] : 'Update'
  if (changed.length > 1) return `${verb} ${countOf(changed)}`
  return first.kind === 'renamed'
    ? `Rename ${nameOf(first.move?.from ?? '')} to ${first.path}`
    : `${verb} ${nameOf(first.path)}`
}
