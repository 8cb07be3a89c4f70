/** @source UI-018 */
const codes = { Enter: 13, Tab: 9 } as const

/** What a key press tells, of the browser or of React. */
interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing?: boolean
  readonly nativeEvent?: { readonly isComposing: boolean }
}

/** Whether a press is that key. While a word is composed it belongs to the input method, and some keyboards of phones tell the code alone. */
export function isKey(event: KeyPress, name: keyof typeof codes): boolean {
  if (event.isComposing ?? event.nativeEvent?.isComposing ?? false) return false
  return event.key === name || (event.key === 'Unidentified' && event.keyCode === codes[name])
}
