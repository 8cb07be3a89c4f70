import { updateDiffPreferences } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'

/** Shows or hides changes of white space: in the address, so that the link says it, and as one's choice from now on. */
export function useSetWhitespace(): (isShown: boolean) => void {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const { user } = useViewer()
  const { mutate } = useOperation(updateDiffPreferences, {
    onError: () => showToast('Could not save this setting. It applies to this page only.', { tone: 'danger' }),
  })
  return isShown => {
    setSearch({ ...search, w: isShown ? '0' : '1' }, { replace: true })
    if (user !== null) mutate({ showWhitespaceInDiffs: isShown })
  }
}
