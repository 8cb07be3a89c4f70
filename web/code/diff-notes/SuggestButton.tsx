import { useState } from 'react'
import { useTools } from '#web/discuss/context.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { commitSource } from '../diff/diff-source.ts'
import { suggestionBlock } from './form-place.ts'
import { messages } from './messages.ts'

/** Lines of a file at a commit. */
export interface SuggestableLines {
  readonly path: string
  readonly sha: string
  readonly first: number
  readonly last: number
}

interface SuggestButtonProps {
  readonly lines: SuggestableLines
  readonly disabled?: boolean
  readonly onInsert: (block: string) => void
}

/** Fetches lines as they are, to be changed in a comment. */
export function SuggestButton({ lines: { path, sha, first, last }, disabled = false, onInsert }: SuggestButtonProps) {
  const { namespace } = useTools().noteable
  const [isBusy, setBusy] = useState(false)
  async function start() {
    if (isBusy) return
    setBusy(true)
    try {
      const { lines } = await commitSource(namespace, null, sha, true).context(path, first, last).queryFn()
      onInsert(suggestionBlock(lines))
    } catch {
      showToast(messages.suggestFailed, { tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="s" busy={isBusy} disabled={disabled} onClick={() => void start()}>
      Insert suggestion
    </Button>
  )
}
