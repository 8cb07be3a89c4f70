import { SidebarExpandIcon } from '@primer/octicons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { codeIdePage } from '#web/api/operations.gen.ts'
import { queryClient, useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { forgetText, keep, liveKept, useKeptText, writtenOf } from '#web/api/unsent-texts/kept-text.ts'
import { useViewer } from '#web/api/viewer.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useRootMark } from '#web/ui/root-mark.ts'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { useIsHydrated } from '#web/ui/use-is-hydrated.ts'
import { branchToBegin } from '../edit/commit.ts'
import { KeptNotice } from '../edit/KeptNotice.tsx'
import { forBox } from '../edit/line-ends.ts'
import { useMergeRequestAfter } from '../edit/use-merge-request-after.ts'
import type { IdeData } from '../shapes.ts'
import { ideHref, nameOf, parentOf } from '../shared/addresses.ts'
import { codeTopics } from '../shared/place.ts'
import { ChangedFiles } from './ChangedFiles.tsx'
import { boxOfFile, type ChangedFile, changedFiles, countOf } from './changed-files.ts'
import { FileEditor } from './FileEditor.tsx'
import { type Chosen, Files } from './Files.tsx'
import styles from './IdePage.module.css'
import { ideMessages } from './messages.ts'
import { folderMoveOf, isIn, pathAfter, pathOnBranch } from './moves.ts'
import type { PathDialogProps } from './PathDialog.tsx'
import { useCommitFiles } from './use-commit-files.ts'
import { useMoves } from './use-moves.ts'

const PathDialog = onDemand(() => import('./PathDialog.tsx').then(module => module.PathDialog))
const CommitDialog = onDemand(() => import('./CommitDialog.tsx').then(module => module.CommitDialog))

interface WorkspaceProps {
  readonly page: IdeData
  /** The reason why nothing can be committed since the page was opened. */
  readonly refusal: string | null
}

/** The files of a branch, the open file, and the commit of all changes. */
export function Workspace({ page, refusal }: WorkspaceProps) {
  const { place, ref, path } = page
  const goTo = useGoTo()
  const { user } = useViewer()
  const isHydrated = useIsHydrated()
  useRootMark('data-ide-bar')
  const [freshBranch] = useState(() => branchToBegin(place, ref, user?.username ?? 'new'))
  const [dialog, setDialog] = useState<Omit<PathDialogProps, 'onClose'> | 'commit' | null>(null)
  const [showsFiles, setShowsFiles] = useState(false)
  // The texts of other files are in storage, which React does not watch.
  const [, setReads] = useState(0)
  const readAgain = () => setReads(count => count + 1)
  const moves = useMoves(place, ref, freshBranch)
  const open = useOpenFile(page, moves.moves, freshBranch)
  const changed = isHydrated ? changedFiles(place.id, ref.name, moves.moves) : []
  const mergeRequest = useMergeRequestAfter(place, ref)
  const hrefOf = (path: string) => ideHref(place, ref.name, path)
  const openFolder = page.isFolder ? path : parentOf(path)

  const commit = useCommitFiles(place, ref, {
    onSuccess: async (done, sent) => {
      setDialog(null)
      showToast(`Committed ${countOf(sent)} to ${done.branch}`)
      // Read the branch first, so that created and renamed files do not disappear in between.
      await queryClient.invalidateQueries({ queryKey: [codeIdePage.name] }).catch(() => undefined)
      for (const { text } of sent) {
        if (text === null) continue
        if (text.box === open.kept.place) open.kept.clearSent(text.text, { text: text.text, version: null })
        else if (liveKept(text.box)?.text === text.text) forgetText(text.box)
      }
      moves.clear()
      readAgain()
      const isGone = sent.some(file => file.kind === 'deleted' && file.path === path)
      // The old path of a renamed file no longer belongs to the branch.
      const here = ideHref(done, done.branch, isGone ? '' : open.newPath)
      const next = mergeRequest.next(done, here)
      if (
        isGone ||
        open.newPath !== path ||
        next !== here ||
        done.branch !== ref.name ||
        done.namespace !== place.namespace
      )
        goTo(next)
    },
  })

  function discard(file: ChangedFile) {
    const why = file.move === null ? null : moves.discard(file.move)
    if (why !== null) return showToast(why, { tone: 'danger' })
    const before = file.text === null ? null : liveKept(file.text.box)
    if (file.text !== null) {
      if (file.text.box === open.kept.place) {
        open.kept.setFields({ executable: null })
        open.kept.rebase(open.saved)
      } else forgetText(file.text.box)
    }
    commit.reset()
    readAgain()
    if (file.move !== null && isIn(path, file.path))
      goTo(hrefOf(file.move.from === null ? '' : file.move.from + path.slice(file.path.length)))
    showToast(`Discarded the changes to ${nameOf(file.path)}`, {
      undo: () => {
        if (file.move !== null) moves.restore(file.move)
        if (file.text !== null && before !== null) {
          keep(file.text.box, writtenOf(before))
          if (file.text.box === open.kept.place) {
            open.kept.setText(before.text)
            open.kept.setFields({ executable: file.text.executable })
          }
        }
        readAgain()
      },
    })
  }

  async function remove({ path: gone, isFolder }: Chosen) {
    const done = await moves.remove(gone, isFolder).catch((error: unknown) => {
      showToast(error instanceof Error ? error.message : String(error), { tone: 'danger' })
      return null
    })
    if (done === null) return
    const undo = () => {
      const why = done.undo()
      if (why !== null) showToast(why, { tone: 'danger' })
      readAgain()
    }
    if (done.isLater) showToast(`${nameOf(gone)} will be deleted when you commit`, { tone: 'info', undo })
    else showToast(`Discarded the changes to ${nameOf(gone)}`, { undo })
  }

  const askNew = (folder: string) =>
    setDialog({
      title: 'New file',
      submit: 'Create file',
      start: folder === '' ? '' : `${folder}/`,
      hint: 'Use slashes to create folders.',
      onSubmit: async path => {
        await moves.create(path)
        goTo(hrefOf(path))
      },
    })

  const askRename = ({ path: old, isFolder }: Chosen) =>
    setDialog({
      title: `Rename or move ${nameOf(old)}`,
      submit: isFolder ? 'Rename folder' : 'Rename file',
      start: old,
      hint: 'Use slashes to move it to another folder.',
      onSubmit: async newPath => {
        await moves.rename(old, newPath, isFolder)
        if (path === old) goTo(hrefOf(newPath))
        else if (path.startsWith(`${old}/`)) goTo(hrefOf(newPath + path.slice(old.length)))
      },
    })

  return (
    <>
      {refusal !== null && <KeptNotice reason={refusal} />}
      <div className={styles.workspace}>
        <div className={styles.side}>
          <Button
            className={styles.toggle}
            icon={<SidebarExpandIcon />}
            aria-expanded={showsFiles}
            onClick={() => setShowsFiles(!showsFiles)}
          >
            {showsFiles ? 'Hide files' : 'Show files'}
          </Button>
          <div className={styles.panes} data-open={showsFiles || undefined}>
            {changed.length > 0 && (
              <ChangedFiles
                place={place}
                at={ref}
                path={path}
                changed={changed}
                onOpen={() => setShowsFiles(false)}
                onDiscard={discard}
              />
            )}
            <Files
              // The list follows the open file into its folder.
              key={openFolder}
              place={place}
              at={ref}
              path={path}
              startsIn={openFolder}
              moves={isHydrated ? moves.moves : []}
              changedPaths={new Set(changed.map(file => file.path))}
              onOpen={() => setShowsFiles(false)}
              onNew={askNew}
              onRename={askRename}
              onDelete={chosen => void remove(chosen)}
            />
          </div>
        </div>
        <OpenFile page={page} open={open} isKnown={isHydrated} hrefOf={hrefOf} />
      </div>
      <div className={styles.bar}>
        <span className={styles.count}>{changed.length === 0 ? 'No changes' : countOf(changed, 'changed ')}</span>
        <Button
          variant="primary"
          busy={commit.isPending}
          disabled={changed.length === 0 || refusal !== null}
          title={refusal ?? (changed.length === 0 ? 'Nothing has changed.' : undefined)}
          onClick={() => setDialog('commit')}
        >
          {changed.length === 0 ? 'Commit changes' : `Commit ${countOf(changed)}`}
        </Button>
      </div>
      {dialog === 'commit' ? (
        <CommitDialog
          place={place}
          at={ref}
          changed={changed}
          words={moves.words}
          onWords={moves.setWords}
          commit={commit}
          mergeRequest={mergeRequest}
          onClose={() => setDialog(null)}
        />
      ) : (
        dialog !== null && <PathDialog {...dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

/** The file of the URL: its path on the branch, if it was moved, and its unsent text. */
function useOpenFile(
  { place, ref, path, blob, isFolder }: IdeData,
  moves: ReturnType<typeof useMoves>['moves'],
  branch: string,
) {
  const move = moves.find(({ to }) => to === path) ?? moves.find(({ from, to }) => to === null && from === path) ?? null
  const left = move === null ? (moves.find(each => each.from === path) ?? folderMoveOf(moves, path)) : null
  const source = move?.from ?? pathOnBranch(moves, path)
  const isElsewhere = source !== path
  const { data: origin } = useReading(
    codeIdePage,
    { namespace: place.namespace, path: `${ref.name}/${source}` },
    { enabled: isElsewhere, topics: codeTopics },
  )
  const isNew = move !== null && move.from === null
  const onBranch = isNew ? null : isElsewhere ? origin?.blob : blob
  const saved = forBox(onBranch?.text ?? '')
  const kept = useKeptText(boxOfFile(place.id, ref.name, source), saved, null, {
    fields: { title: source, commitMessage: '', branch, executable: null },
    keepsFieldsAlone: true,
  })
  const isChanged = kept.text !== kept.base
  const isBehind = onBranch !== undefined && kept.base !== saved && (!isChanged || kept.text === saved)
  const followSaved = useEffectEvent(() => kept.rebase(saved))
  // A text without changes follows the branch when someone pushes.
  useEffect(() => {
    if (isBehind) followSaved()
  }, [isBehind])
  return {
    move,
    left,
    /** The new path of the file that left this one. */
    newPath: left?.isFolder ? pathAfter(moves, path) : (left?.to ?? path),
    isNew,
    isFolder: isElsewhere ? origin?.isFolder === true : isFolder,
    blob: onBranch,
    saved,
    kept,
  }
}

interface OpenFileProps {
  readonly page: IdeData
  readonly open: ReturnType<typeof useOpenFile>
  /** The changes in storage have been read. */
  readonly isKnown: boolean
  readonly hrefOf: (path: string) => string
}

function OpenFile({ page: { path, ref }, open, isKnown, hrefOf }: OpenFileProps) {
  const { move, left, newPath, isNew, isFolder, blob, saved, kept } = open
  if (move?.isFolder && move.to !== null)
    return (
      <EmptyState title={`${nameOf(move.from ?? '')} will be renamed to ${move.to} when you commit`}>
        {ideMessages.inMovedFolder}
      </EmptyState>
    )
  if (left !== null && left.to === null)
    return (
      <EmptyState title={`${left.from} will be deleted when you commit`}>Discard the change to keep it.</EmptyState>
    )
  if (isFolder && move === null && left === null) return <EmptyState title="Choose a file to edit" />
  if (blob === undefined || (blob === null && !isKnown)) return <Skeleton rows={8} />
  if (move !== null && move.to === null)
    return (
      <EmptyState title={`${nameOf(path)} will be deleted when you commit`}>
        Discard the change to keep the file.
      </EmptyState>
    )
  if (left !== null && left.to !== null)
    return (
      <EmptyState title={`${nameOf(path)} will be renamed when you commit`}>
        <TextLink href={hrefOf(newPath)}>{newPath}</TextLink>
      </EmptyState>
    )
  if (blob === null && !isNew)
    return <EmptyState title={`No file named ${nameOf(path)} on ${ref.name}`}>Choose or create a file.</EmptyState>
  return <FileEditor path={path} blob={blob} saved={saved} kept={kept} />
}
