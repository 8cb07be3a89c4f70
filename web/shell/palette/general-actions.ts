import type { CreatedInPlace } from '#contract/foundation/namespaces.ts'
import { call } from '#web/api/client.ts'
import { getViewer, updatePreferences } from '#web/api/operations.gen.ts'
import { queryClient } from '#web/api/query.ts'
import { creationKinds, creations } from '#web/foundation/places/creations.ts'
import type { PageAction } from '#web/ui/actions/page-actions.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { applyTheme, type Theme } from '#web/ui/theme.ts'
import { leave } from '../leave.ts'

/**
 * The actions of every page.
 *
 * @param onCreate  choose the place of a new item
 */
export function generalActions(isSignedIn: boolean, onCreate: (kind: CreatedInPlace) => void): readonly PageAction[] {
  const copy = { label: 'Copy link to this page', run: () => void copyAddress() }
  if (!isSignedIn) return [copy]
  return [
    copy,
    ...creationKinds.map(kind => ({ label: `${creations[kind].label}…`, run: () => onCreate(kind) })),
    { label: 'Use dark theme', run: () => void choose('dark') },
    { label: 'Use light theme', run: () => void choose('light') },
    { label: 'Use the theme of the system', run: () => void choose('auto') },
    { label: 'Sign out', run: () => void leave() },
  ]
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    showToast('Link copied')
  } catch {
    showToast('The browser did not allow copying. Copy the address from the address bar.', { tone: 'danger' })
  }
}

async function choose(theme: Theme): Promise<void> {
  const before = document.documentElement.dataset.theme
  applyTheme(theme)
  try {
    await call(updatePreferences, { theme })
  } catch (error) {
    // The theme is reverted if it cannot be saved.
    applyTheme((before ?? 'auto') as Theme)
    showToast(error instanceof Error ? error.message : 'The theme was not saved', { tone: 'danger' })
  }
  void queryClient.invalidateQueries({ queryKey: [getViewer.name] })
}
