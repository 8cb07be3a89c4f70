import { useEffect } from 'react'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { useSave } from '#web/plan/issuable/use-save.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { messages } from '../messages.ts'
import { useMergeRequestPage } from './merge-request-context.ts'

/** Makes a draft of a merge request, or makes it ready, by the beginning of its title. */
export function useDraft() {
  const { mergeRequest } = useMergeRequestPage()
  const { kind } = useIssuable()
  const { draft, title, description, lockVersion } = mergeRequest
  const { run, isPending, error } = useSave({ save: kind.saves.texts, failure: messages.options })
  useEffect(() => {
    if (error !== null) showToast(error, { tone: 'danger' })
  }, [error])
  const shown = draft ? title.replace(/^\s*(\[draft\]|\(draft\)|draft:)\s*/i, '') : `Draft: ${title}`
  return { isPending, toggle: () => run({ title: shown, description, lockVersion }) }
}
