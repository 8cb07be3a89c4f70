import { useState } from 'react'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { dayWords } from '#contract/day-words.ts'
import { codeCommitsPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Checkbox } from '#web/ui/forms/Checkbox.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { ListSkeleton } from '../../commits/ListSkeleton.tsx'
import { messages } from '../messages.ts'
import { addContext } from '../save.ts'
import styles from './CommitsTab.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'

interface AddContextDialogProps {
  /** Full ids of those that are there already. */
  readonly known: readonly string[]
  readonly onClose: () => void
}

/** Chooses commits of the target branch. */
export function AddContextDialog({ known, onClose }: AddContextDialogProps) {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const search = useDebounced(text.trim())
  const { data } = useReading(
    codeCommitsPage,
    { namespace: namespace.fullPath, path: mergeRequest.targetBranch, ...(search === '' ? {} : { search }) },
    { keepPrevious: true },
  )
  const { run, isPending, error } = useSave({ save: addContext, failure: messages.addCommits })
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter(each => each !== id))
  const commits = data?.commits.filter(({ id }) => !known.includes(id))
  return (
    <FormDialog
      title="Add context commits"
      description={`Commits from ${visibleName(mergeRequest.targetBranch)} that help reviewers understand these changes. They are not merged.`}
      submit={chosen.length === 0 ? 'Add commits' : `Add ${counted(chosen.length, 'commit')}`}
      disabled={chosen.length === 0}
      busy={isPending}
      problem={error}
      onClose={onClose}
      onSubmit={() => run(chosen, onClose)}
    >
      <SearchInput label="Search commits by message" value={text} onValue={setText} data-autofocus />
      <div className={styles.choices}>
        {commits === undefined && <ListSkeleton />}
        {commits?.length === 0 && <p className={styles.contextHint}>No matching commits.</p>}
        {commits?.map(commit => (
          <Checkbox
            key={commit.id}
            label={commit.title || 'No commit message'}
            hint={`${commit.shortId} · ${commit.authorName} · ${dayWords(commit.committedDate.slice(0, 10))}`}
            checked={chosen.includes(commit.id)}
            onValue={isChosen => choose(commit.id, isChosen)}
          />
        ))}
      </div>
    </FormDialog>
  )
}
