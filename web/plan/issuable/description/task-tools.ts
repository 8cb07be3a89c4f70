import { GrabberIcon, KebabHorizontalIcon } from '@primer/octicons-react'
import { markupOf } from '#web/ui/icon.tsx'

/** Rendered markdown whose task items have a handle to move them by, and a menu. */
export function withTaskTools(html: string): string {
  const name = (rest: string) => /aria-label="([^"]*)"/.exec(rest)?.[1] ?? 'task'
  return html.replace(
    /(<li class="task-list-item[^>]*>)(\s*(?:<p>\s*)?)(<input type="checkbox"[^>]*class="task-list-item-checkbox"[^>]*>)/g,
    (_whole, item: string, gap: string, box: string) =>
      `${item}<button type="button" class="task-handle" data-task-handle aria-label="Move ${name(box)} (arrow keys or drag)">${markupOf(GrabberIcon)}</button>` +
      `<button type="button" class="task-menu" data-task-menu aria-haspopup="menu" aria-label="Actions for ${name(box)}">${markupOf(KebabHorizontalIcon)}</button>${gap}${box}`,
  )
}
