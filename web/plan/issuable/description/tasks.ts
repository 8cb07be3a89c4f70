export interface TaskToggle {
  /** 1-based. */
  readonly index: number
  readonly checked: boolean
  /** 1-based, as `data-sourcepos-line` has it. */
  readonly lineNumber: number
  readonly lineSource: string
}

/** Rendered markdown whose task boxes can be ticked: those that stand for a line of the source. */
export function tasksEnabled(html: string): string {
  return html.replace(/<input type="checkbox"([^>]*class="task-list-item-checkbox"[^>]*)>/g, (_whole, rest: string) => {
    return `<input type="checkbox"${/data-inapplicable/.test(rest) ? rest : rest.replace(/ disabled(?:="[^"]*")?/, '')}>`
  })
}

/**
 * What a ticked box says to the server.
 *
 * @param source  the text that was rendered
 * @returns null for a box that is no task of the text
 * @source TASK-008
 */
export function toggleOf(box: HTMLInputElement, source: string): TaskToggle | null {
  const lineNumber = Number(box.closest<HTMLElement>('[data-sourcepos-line]')?.dataset.sourceposLine ?? 0)
  const lineSource = source.split(/\r\n|\n|\r/)[lineNumber - 1]
  if (lineNumber < 1 || lineSource === undefined) return null
  const all = box.closest('.markdown')?.querySelectorAll('.task-list-item-checkbox') ?? []
  return { index: [...all].indexOf(box) + 1, checked: box.checked, lineNumber, lineSource }
}
