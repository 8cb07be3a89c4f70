import { subscribe } from '@github/paste-markdown'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
} from 'react'
import { createPortal } from 'react-dom'
import { warmCompletion } from './completion/Completion.tsx'
import type { CompletionContext } from './completion/completion-context.ts'
import { useCompletionList } from './completion/completion-list.tsx'
import { FileList } from './FileList.tsx'
import { applyEdit, insertBlock, replaceText, selectedIn } from './text/area.ts'
import { continueList } from './text/edit.ts'
import { pastedTable } from './text/pasted-table.ts'
import { type ToolName, toolEdits } from './tool-edits.ts'
import { useUploads } from './uploads.ts'

/** The functions of a text box once a user writes in it. */
export interface EditorPowersHandle {
  /** The box has the focus: fetch what the first keys will want. */
  readonly begin: () => void
  /** The text has changed. */
  readonly look: () => void
  /** The cursor has moved. */
  readonly follow: () => void
  readonly blur: () => void
  /** @returns whether the list of suggestions took the key */
  readonly pick: (event: KeyboardEvent) => boolean
  readonly run: (name: ToolName) => void
  /** @returns whether the next item of a list was begun */
  readonly continueList: () => boolean
  readonly insert: (text: string) => void
  /** @returns whether what is pasted was put in as markdown or attached */
  readonly paste: (pasted: DataTransfer) => boolean
  readonly attach: (files: readonly File[]) => void
}

interface EditorPowersProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly place: CompletionContext
  /** The element that lists the files being uploaded. */
  readonly fileList: HTMLElement | null
  readonly onBusy: (isBusy: boolean) => void
  readonly onReady: () => void
  readonly ref: Ref<EditorPowersHandle>
}

/** Completion, formatting, files and pasting of a text box, which is there and takes text before they are. */
export function EditorPowers({ area, place, fileList, onBusy, onReady, ref }: EditorPowersProps) {
  const completion = useCompletionList(area, place)
  const { listId, optionId } = completion
  const uploads = useUploads({
    namespace: place.namespace,
    insert: text => insertBlock(area.current, text),
    replace: (from, to) => replaceText(area.current, from, to),
  })
  const { isBusy } = uploads

  useImperativeHandle(ref, () => ({
    begin: () => warmCompletion(place),
    look: completion.look,
    follow: completion.follow,
    blur: completion.close,
    pick: completion.onKey,
    run: name => {
      if (area.current) applyEdit(area.current, toolEdits[name](selectedIn(area.current)))
    },
    continueList: () => {
      const next = area.current && continueList(selectedIn(area.current))
      if (!area.current || !next) return false
      applyEdit(area.current, next)
      return true
    },
    insert: text => insertBlock(area.current, text),
    paste: pasted => {
      const table = pastedTable(pasted)
      if (table !== null) insertBlock(area.current, table)
      // A cell or a slide comes as words and as a picture of itself: the words are meant.
      else if (pasted.files.length > 0 && !pasted.types.includes('text/plain')) uploads.add(pasted.files)
      else return false
      return true
    },
    attach: uploads.add,
  }))

  const tellReady = useEffectEvent(onReady)
  useEffect(() => tellReady(), [])

  const tellBusy = useEffectEvent(onBusy)
  useEffect(() => tellBusy(isBusy), [isBusy])

  // The box is drawn by the editor.
  useLayoutEffect(() => {
    for (const [name, id] of [
      ['aria-controls', listId],
      ['aria-activedescendant', optionId],
    ] as const)
      if (id === undefined) area.current?.removeAttribute(name)
      else area.current?.setAttribute(name, id)
  }, [area, listId, optionId])

  // Pasting is the browser's: links from elsewhere become markdown before they arrive.
  useEffect(() => (area.current ? subscribe(area.current).unsubscribe : undefined), [area])

  return (
    <>
      {completion.list}
      {fileList && createPortal(<FileList uploads={uploads} />, fileList)}
    </>
  )
}
