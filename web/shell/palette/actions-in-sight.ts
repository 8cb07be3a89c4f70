import { flushSync } from 'react-dom'
import type { PageAction } from '#web/ui/actions/page-actions.ts'
import { showSidebar } from '#web/ui/layout/Sidebar.tsx'

/**
 * The actions of a page and those of its buttons, so that each is said once: the fields of the sidebar, buttons marked
 * `data-action`, with its words or their own, all in an element marked `data-actions=""`, and the form of comments. On a page that is
 * of no item also the buttons beside its heading, without those that open a menu: the page declares its items.
 */
export function withActionsInSight(declared: readonly PageAction[]): readonly PageAction[] {
  const item = declared.find(action => action.on !== undefined)?.on
  const on = item ?? 'This page'
  return [
    ...(item === undefined ? all(besideHeading).flatMap(element => pressing(element, on)) : []),
    ...declared.map(action => ({ on, ...action })),
    ...all('main [data-edit]').flatMap(({ dataset, parentElement }) => {
      const field = parentElement?.closest<HTMLElement>('[data-mount]')
      return field ? [{ label: `Change ${dataset.edit?.toLowerCase()}`, on, run: () => edit(field) }] : []
    }),
    ...all(`main form[aria-label="${comment}"]`).map(form => ({
      label: comment,
      on,
      run: () => form.querySelector('textarea')?.focus(),
    })),
    ...all('main :is(button, a)[data-action], main [data-actions=""] button')
      .filter(element => item !== undefined || !element.matches(besideHeading))
      .flatMap(element => pressing(element, on)),
  ]
}

const besideHeading = 'main header:has(h1) :is(button, a):not(h1 *, [aria-haspopup=menu])'

function pressing(element: HTMLElement, on: string): readonly PageAction[] {
  const words = element.dataset.action || element.ariaLabel || element.textContent
  if (element.matches(':disabled, [role=alert] *') || !element.checkVisibility()) return []
  return [{ label: words.charAt(0).toUpperCase() + words.slice(1), on, run: () => element.click() }]
}

/** The name of the form. */
const comment = 'Add a comment'

const all = (selector: string): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)]

/** Open the editor of a field. In a folded sidebar its button unfolds. */
function edit(field: HTMLElement): void {
  showSidebar()
  const press = () => field.querySelector<HTMLElement>('[data-edit]')?.click()
  if (field.querySelector('[data-edit][aria-expanded]') === null) flushSync(press)
  press()
}
