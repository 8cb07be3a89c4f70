import { useEffect, useRef } from 'react'
import type { DiffSummary } from '#contract/code/diffs/diffs.ts'
import { useGoTo } from '#web/api/route.tsx'
import { codeShortcuts } from '#web/code/shortcuts.ts'
import { standingOf } from '#web/discuss/reading/discussions.ts'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { whenDrawn } from '#web/ui/actions/when-drawn.ts'
import { anchorOf } from '../diff/file-anchor.ts'
import { keyOf, lineIn, type Placed } from './placed.ts'

/** Bring the file into sight whose comment the address points at; the comment does the rest once it is drawn. */
export function useTarget(byFile: ReadonlyMap<string, readonly Placed[]>, noteId: string | null): void {
  const goTo = useGoTo()
  const reached = useRef<string | null>(null)
  // React does not know which part of a long diff is drawn.
  useEffect(() => {
    if (noteId === null || reached.current === noteId) return
    const holds = (each: Placed) => each.kind === 'thread' && each.thread.notes.some(({ id }) => id === noteId)
    const [fileHash, placed] = [...byFile].find(([, all]) => all.some(holds)) ?? []
    if (fileHash === undefined) return
    reached.current = noteId
    const thread = placed?.find(holds)
    const lineCode = thread?.kind === 'thread' ? thread.thread.lineCode : null
    if (document.getElementById(`note_${noteId}`) === null)
      goTo(`#${lineCode ?? anchorOf(fileHash)}`, { replace: true })
  }, [byFile, noteId, goTo])
}

/** n and p: go to the next thread of the diff, or the one before. */
export function useThreadKeys(diff: DiffSummary, byFile: ReadonlyMap<string, readonly Placed[]>): void {
  const goTo = useGoTo()
  const last = useRef<string | null>(null)
  function go(by: 1 | -1) {
    const all = diff.files.flatMap(({ fileHash }) => {
      const open = (byFile.get(fileHash) ?? []).filter(
        each => each.kind === 'draft' || !standingOf(each.thread).isResolved,
      )
      return open.toSorted((one, other) => lineIn(one) - lineIn(other)).map(placed => ({ fileHash, placed }))
    })
    const at = all.findIndex(({ placed }) => keyOf(placed) === last.current)
    const next = all.at((at === -1 && by === -1 ? -1 : at + by) % Math.max(all.length, 1))
    if (next === undefined) return
    const key = keyOf(next.placed)
    last.current = key
    const show = (element: HTMLElement) => {
      element.scrollIntoView({ block: 'center' })
      element.focus({ preventScroll: true })
    }
    const element = document.getElementById(`diff_${key}`)
    if (element !== null) {
      show(element)
      return
    }
    goTo(`#${anchorOf(next.fileHash)}`, { replace: true })
    whenDrawn(`diff_${key}`, show)
  }
  useShortcuts(codeShortcuts.diffThreads, { next: () => go(1), previous: () => go(-1) })
}
