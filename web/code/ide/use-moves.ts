import { useEffect, useRef } from 'react'
import { CallError, call } from '#web/api/client.ts'
import { codeFolderFiles, codeIdePage } from '#web/api/operations.gen.ts'
import { forgetText, keep, liveKept, useKeptText, writtenOf } from '#web/api/unsent-texts/kept-text.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { boxOfFile, boxOfMoves, changedFiles } from './changed-files.ts'
import { ideMessages } from './messages.ts'
import {
  type BranchFile,
  created,
  type FileMove,
  folderMoved,
  isIn,
  isTaken,
  movedFolderAt,
  removed,
  renamed,
  withoutChange,
  withoutMove,
  wordsOf,
} from './moves.ts'

interface FilesAt {
  readonly files: readonly BranchFile[]
  /** The folder, where it is renamed or deleted as a whole. */
  readonly whole: BranchFile | null
}

/** The files that are created, renamed and deleted on a branch, and the message of their commit; kept in storage. */
export function useMoves(place: CodePlace, at: CodeRef, freshBranch: string) {
  const kept = useKeptText(boxOfMoves(place.id, at.name), '', null, {
    fields: { commitMessage: '', branch: freshBranch, fileMoves: [] },
    keepsFieldsAlone: true,
  })
  const moves: readonly FileMove[] = kept.fields.fileMoves ?? []
  // An undo runs later, on the moves of that time.
  const latest = useRef(moves)
  useEffect(() => {
    latest.current = moves
  })

  function change(next: readonly FileMove[]) {
    latest.current = next
    kept.setFields({ fileMoves: [...next] })
    kept.setText(wordsOf(next))
  }

  const pathOn = (path: string) => ({ namespace: place.namespace, path: `${at.name}/${path}` })

  /**
   * The files of the branch at a path, or below it; of a folder with too many of them, the folder itself.
   *
   * @param keepsTexts  changed texts go with the folder; without it they are in the way
   * @throws CallError  a sentence about a folder that cannot be changed here
   */
  async function filesAt(path: string, isFolder: boolean, keepsTexts: boolean): Promise<FilesAt> {
    if (!isFolder) {
      const { blob } = await call(codeIdePage, pathOn(path))
      return { files: blob === null ? [] : [{ path, id: blob.file.id }], whole: null }
    }
    const found = await call(codeFolderFiles, pathOn(path)).catch((error: unknown) => {
      // The branch has no such folder: all its files are new.
      if (error instanceof CallError && error.status === 404) return null
      throw error
    })
    if (found === null) return { files: [], whole: null }
    if (found.hasSubmodules) throw new CallError(422, ideMessages.submodules, null)
    if (!found.isCut) return { files: found.files, whole: null }
    const isChanged = changedFiles(place.id, at.name, latest.current).some(
      file => (isIn(file.path, path) || isIn(file.move?.from ?? '', path)) && !(keepsTexts && file.kind === 'changed'),
    )
    if (isChanged) throw new CallError(422, ideMessages.changedInside(path), null)
    return { files: [], whole: { path, id: found.treeId } }
  }

  /** @throws CallError  a sentence about the path */
  async function checkFree(path: string) {
    if (path.split('/').some(part => part === '' || part === '.' || part === '..'))
      throw new CallError(422, ideMessages.badPath, null)
    const above = movedFolderAt(latest.current, path)
    if (above !== null) throw new CallError(422, ideMessages.movedFolder(above.from ?? ''), null)
    if (isTaken(latest.current, path)) throw new CallError(422, ideMessages.taken(path), null)
    const isLeft = latest.current.some(move => move.from === path)
    const { blob, isFolder } = await call(codeIdePage, pathOn(path))
    if (isFolder || (blob !== null && !isLeft)) throw new CallError(422, ideMessages.taken(path), null)
  }

  return {
    moves,
    words: { commitMessage: kept.fields.commitMessage ?? '', branch: kept.fields.branch ?? freshBranch },
    setWords: (words: { readonly commitMessage?: string; readonly branch?: string }) => kept.setFields(words),
    /** @throws CallError */
    create: async (path: string) => {
      await checkFree(path)
      change(created(latest.current, path))
    },
    /** @throws CallError */
    rename: async (path: string, newPath: string, isFolder: boolean) => {
      if (isFolder && newPath.startsWith(`${path}/`)) throw new CallError(422, ideMessages.intoItself, null)
      const back = latest.current.some(move => move.to === path && move.from === newPath)
      if (!back) await checkFree(newPath)
      const { files, whole } = await filesAt(path, isFolder, true)
      if (whole !== null) return change(folderMoved(latest.current, whole, newPath))
      const next = renamed(latest.current, files, path, newPath)
      for (const move of latest.current)
        if (move.from === null) carryText(place, at, move, next[latest.current.indexOf(move)])
      change(next)
    },
    /**
     * @returns whether the commit will delete anything, and what takes it back, which returns why it cannot, as a sentence
     * @throws CallError
     */
    remove: async (path: string, isFolder: boolean) => {
      const { files, whole } = await filesAt(path, isFolder, false)
      const before = latest.current
      const after = whole === null ? removed(before, files, path) : folderMoved(before, whole, null)
      const texts = before
        .filter(move => move.from === null && !after.includes(move))
        .map(({ to }) => boxOfFile(place.id, at.name, to ?? ''))
        .map(box => ({ box, kept: liveKept(box) }))
      change(after)
      // The text of a file that is on no branch would be taken for a change of one.
      for (const { box } of texts) forgetText(box)
      return {
        isLater: after.some(move => move.to === null && !before.includes(move)),
        undo: (): string | null => {
          const next = withoutChange(latest.current, before, after)
          if (next === null) return ideMessages.occupied(path)
          for (const { box, kept } of texts) if (kept !== null) keep(box, writtenOf(kept))
          change(next)
          return null
        },
      }
    },
    /** @returns why the move cannot be discarded, as a sentence; null when it has been */
    discard: (move: FileMove): string | null => {
      const next = withoutMove(latest.current, move)
      if (next === null) return ideMessages.occupied(move.from ?? '')
      change(next)
      return null
    },
    /** Add a discarded move again. */
    restore: (move: FileMove) => change([...latest.current, move]),
    clear: kept.clear,
  }
}

/** Keep the text of a new file under its new path: it is stored by path. */
function carryText(place: CodePlace, at: CodeRef, before: FileMove, after: FileMove | undefined) {
  if (before.to === null || after?.to == null || before.to === after.to) return
  const old = boxOfFile(place.id, at.name, before.to)
  const kept = liveKept(old)
  if (kept === null) return
  const written = writtenOf(kept)
  keep(boxOfFile(place.id, at.name, after.to), { ...written, fields: { ...written.fields, title: after.to } })
  forgetText(old)
}
