import { type ClipboardEvent, useState } from 'react'
import { fileTooLarge } from '#contract/foundation/upload-limit.ts'
import { serviceDeskLimits as limits } from '#contract/plan/service-desk/service-desk-limits.ts'
import { counted } from '#web/ui/text/counted.ts'

const maxBytes = limits.fileMebibytes * 1024 * 1024

export interface ChosenFiles {
  readonly files: readonly File[]
  /** The reason why a file was not added. */
  readonly problem: string | null
  readonly add: (files: readonly File[]) => void
  readonly remove: (file: File) => void
  /** Forget what was sent; files that were added since stay. */
  readonly sent: (files: readonly File[]) => void
  /** Adds the files of the clipboard, such as a screenshot. */
  readonly paste: (event: ClipboardEvent) => void
}

/** The files that go with a message of a visitor, within its limits. */
export function useChosenFiles(): ChosenFiles {
  const [files, setFiles] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const add = (chosen: readonly File[]) => {
    const { small = [], large = [] } = Object.groupBy(chosen, file => (file.size <= maxBytes ? 'small' : 'large'))
    const fitting = [...files, ...small].slice(0, limits.files)
    setFiles(fitting)
    setProblem(
      large.length > 0
        ? `${large.map(file => file.name).join(', ')}: ${fileTooLarge(limits.fileMebibytes)}`
        : fitting.length < files.length + small.length
          ? `You can attach up to ${counted(limits.files, 'file')}.`
          : null,
    )
  }
  return {
    files,
    problem,
    add,
    remove: file => {
      setFiles(files.filter(other => other !== file))
      setProblem(null)
    },
    sent: gone => {
      setFiles(now => now.filter(file => !gone.includes(file)))
      setProblem(null)
    },
    paste: event => {
      const pasted = [...event.clipboardData.files]
      if (pasted.length === 0) return
      event.preventDefault()
      add(pasted)
    },
  }
}
