import { PlusIcon, XIcon } from '@primer/octicons-react'
import { useState } from 'react'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useOpening } from '#web/ui/use-opening.tsx'
import { CommitList } from '../../commits/CommitList.tsx'
import type { CodePlace, CommitLine } from '../../shapes.ts'
import { messages } from '../messages.ts'
import { addContext, removeContext } from '../save.ts'
import styles from './CommitsTab.module.css'
import { useMergeRequestPage } from './merge-request-context.ts'

const AddContextDialog = onDemand(() => import('./AddContextDialog.tsx').then(module => module.AddContextDialog))

interface ContextCommitsProps {
  readonly place: CodePlace
  /** The commits in the order in which they were added. */
  readonly commits: readonly CommitLine[]
}

/** Commits of the target project that reviewers should know, besides those that are merged. */
export function ContextCommits({ place, commits }: ContextCommitsProps) {
  const { permissions } = useMergeRequestPage()
  const [isAdding, setAdding] = useState(false)
  const [held, show] = useOpening(AddContextDialog)
  const { remove, isRemoving } = useRemoval()
  if (commits.length === 0 && !permissions.canUpdate) return null
  return (
    <section aria-label="Context commits" className={styles.context}>
      <div className={styles.contextHead}>
        <h2 className={styles.contextTitle}>Context commits</h2>
        {held}
        {permissions.canUpdate && (
          <Button size="s" variant="quiet" icon={<PlusIcon />} onClick={() => show(() => setAdding(true))}>
            Add context commits
          </Button>
        )}
      </div>
      {commits.length === 0 ? (
        <p className={styles.contextHint}>
          Earlier commits that help reviewers understand these changes. They are not merged.
        </p>
      ) : (
        <CommitList
          place={place}
          commits={commits}
          headingLevel={3}
          actionsOf={commit =>
            permissions.canUpdate && (
              <IconButton
                size="s"
                label={`Remove ${commit.shortId} from the context commits`}
                icon={<XIcon />}
                disabled={isRemoving}
                onClick={() => remove(commit)}
              />
            )
          }
        />
      )}
      {isAdding && <AddContextDialog known={commits.map(({ id }) => id)} onClose={() => setAdding(false)} />}
    </section>
  )
}

function useRemoval() {
  const restoring = useSave({
    save: addContext,
    failure: messages.addCommits,
    onFailed: () => showToast(messages.addCommits, { tone: 'danger' }),
  })
  const removing = useSave({
    save: removeContext,
    failure: messages.removeCommit,
    onFailed: () => showToast(messages.removeCommit, { tone: 'danger' }),
  })
  const remove = ({ id, shortId }: CommitLine) =>
    removing.run(id, () => showToast(messages.removedCommit(shortId), { undo: () => restoring.run([id]) }))
  return { remove, isRemoving: removing.isPending }
}
