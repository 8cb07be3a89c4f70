const grip =
  '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="currentColor"><path d="M10 13a1 1 0 1 1 0-2 1 1 0 0 1 0 2Zm0-4a1 1 0 1 1 0-2 1 1 0 0 1 0 2Zm-4 4a1 1 0 1 1 0-2 1 1 0 0 1 0 2Zm5-9a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM7 8a1 1 0 1 1-2 0 1 1 0 0 1 2 0ZM6 5a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z"/></svg>'
const dots =
  '<svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16" fill="currentColor"><path d="M8 9a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3ZM1.5 9a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Zm13 0a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z"/></svg>'

/** Rendered markdown whose task items have a handle to move them by, and a menu. */
export function withTaskTools(html: string): string {
  const name = (rest: string) => /aria-label="([^"]*)"/.exec(rest)?.[1] ?? 'task'
  return html.replace(
    /(<li class="task-list-item[^>]*>)(\s*(?:<p>\s*)?)(<input type="checkbox"[^>]*class="task-list-item-checkbox"[^>]*>)/g,
    (_whole, item: string, gap: string, box: string) =>
      `${item}<button type="button" class="task-handle" data-task-handle aria-label="Move ${name(box)} (arrow keys or drag)">${grip}</button>` +
      `<button type="button" class="task-menu" data-task-menu aria-haspopup="menu" aria-label="Actions for ${name(box)}">${dots}</button>${gap}${box}`,
  )
}
