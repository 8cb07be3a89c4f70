import { useEffect } from 'react'
import { useLocation } from '#web/api/router/context.ts'
import { watchFields } from '#web/api/typed-fields.ts'
import { useViewer } from '#web/api/viewer.ts'
import { ReferenceCards } from '#web/code/reference-cards/ReferenceCards.tsx'
import { SurveyPrompt } from '#web/foundation/surveys/SurveyPrompt.tsx'
import { keepFocus } from '#web/ui/focus-home.ts'
import { holdPresses } from '#web/ui/layout/hold-presses.ts'
import { reachScrolled } from '#web/ui/layout/reach-scrolled.ts'
import { holdLostKeys } from '#web/ui/lost-keys.ts'
import { closeOpened, OpenedDialog } from '#web/ui/overlays/opened-dialog.tsx'
import { watchTexts } from '#web/ui/rich-text/watch.ts'
import { useGoToKeys } from './go-to-keys.ts'
import './PageFailure.tsx'
import './arrival.ts'
import { KeptNotice } from './kept-pages/KeptNotice.tsx'
import { keepPages } from './kept-pages/keep.ts'
import { tellTodos } from './window-todos.ts'

/**
 * The parts that every page has once it is at rest: formulas, diagrams and copy buttons in Markdown, reference cards,
 * the survey, the keys that open pages and move to scrollable areas, the number of to-dos in the window title, and the
 * handling of focus, keys and typed words whose element was removed.
 */
export function LateParts() {
  const { todos } = useViewer().counts
  useGoToKeys()
  const path = useLocation(location => location.path)
  // An opened dialog belongs to the page that is left.
  useEffect(() => (path === '' ? undefined : closeOpened), [path])
  // The window and its fields are outside of React.
  useEffect(() => tellTodos(todos), [todos])
  useEffect(watchFields, [])
  // The texts are rendered by the server.
  useEffect(watchTexts, [])
  // The focus is outside of React.
  useEffect(keepFocus, [])
  // Keys arrive at the window, outside of any component.
  useEffect(holdLostKeys, [])
  // Presses arrive at the window, too.
  useEffect(holdPresses, [])
  // Sizes are known to the browser alone.
  useEffect(reachScrolled, [])
  // The browser's cache and its service worker are outside of React, too.
  useEffect(keepPages, [])
  return (
    <>
      <ReferenceCards />
      <SurveyPrompt />
      <KeptNotice />
      <OpenedDialog />
    </>
  )
}
