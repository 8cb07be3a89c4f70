import { flushSync } from 'react-dom'
import { useEmptyFields, useFolded } from '#web/ui/layout/folded.ts'
import { showSidebar } from '#web/ui/layout/Sidebar.tsx'

/** Bring the sidebar into sight; with the name of a widget, open its editor, as its Edit button does. */
export function useWidgets(): (name?: string) => void {
  const [, setFolded] = useFolded('sidebar')
  const [, setShowsEmpty] = useEmptyFields()
  return name => {
    // A folded sidebar has no editors until it is unfolded.
    flushSync(() => {
      setFolded(false)
      if (document.querySelector(`[data-mount="${name}"][data-hidden]`) !== null) setShowsEmpty(true)
    })
    showSidebar()
    if (name !== undefined) document.querySelector<HTMLElement>(`[data-mount="${name}"] [data-edit]`)?.click()
  }
}
