import { useState } from 'react'
import type { PlaceNamespace } from '#web/api/place.ts'
import { useGoTo } from '#web/api/route.tsx'
import { useViewer } from '#web/api/viewer.ts'
import { matching, type Option } from '#web/ui/forms/choice-list.ts'
import { CommandPalette } from '#web/ui/overlays/CommandPalette.tsx'

interface PaletteProps {
  readonly namespace: PlaceNamespace | null
  readonly onClose: () => void
}

/** Jump anywhere by name: an option's id is the address it leads to. */
export function Palette({ namespace, onClose }: PaletteProps) {
  const [query, setQuery] = useState('')
  const goTo = useGoTo()
  const { user } = useViewer()
  const options = matching([...placeCommands(namespace), ...commands(user !== null)], query)
  return (
    <CommandPalette
      query={query}
      onQuery={setQuery}
      options={options}
      onClose={onClose}
      onPick={(href, { inNewTab }) => {
        onClose()
        if (inNewTab) window.open(href, '_blank', 'noopener')
        else goTo(href)
      }}
    />
  )
}

function placeCommands(namespace: PlaceNamespace | null): readonly Option[] {
  if (namespace?.kind !== 'project') return []
  const base = `/${namespace.fullPath}/-`
  const group = namespace.name
  return [
    ...(namespace.offers.issues
      ? [
          { id: `${base}/issues`, text: 'Issues', group },
          { id: `${base}/issues/new`, text: 'New issue', group },
        ]
      : []),
    ...(namespace.offers.code
      ? [
          { id: `${base}/tree`, text: 'Files', group },
          { id: `${base}/commits`, text: 'Commits', group },
        ]
      : []),
  ]
}

function commands(isSignedIn: boolean): readonly Option[] {
  const group = 'Go to'
  if (!isSignedIn) return [{ id: '/explore', text: 'Explore projects', group }]
  return [
    { id: '/', text: 'Your projects', group },
    { id: '/dashboard/todos', text: 'To-do list', group },
    { id: '/explore', text: 'Explore projects', group },
    { id: '/projects/new', text: 'New project', group },
    { id: '/-/user_settings/preferences', text: 'Preferences', group },
  ]
}
