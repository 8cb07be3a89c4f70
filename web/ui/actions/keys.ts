/** @source UI-018 */
const codes = { Enter: 13, Tab: 9 } as const

/** Whether a press is that key: some keyboards of phones report only the code. */
export function isKey(event: { readonly key: string; readonly keyCode: number }, name: keyof typeof codes): boolean {
  return event.key === name || (event.key === 'Unidentified' && event.keyCode === codes[name])
}

/**
 * Keep from the whole page the keys that an input method takes to compose a word: its Enter sends no comment, and its arrows move in
 * its own list. Some browsers tell it by the code 229 alone. Call it before anything else listens for keys.
 */
export function leaveInputMethods(): void {
  const leave = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', leave, true)
}

const signs: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']', Slash: '/' }

/** The key as shortcuts name it: on a Cyrillic, Greek, Hebrew or Arabic keyboard, the Latin letter that is in its place. */
export function latinKey({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string {
  if (key.length !== 1 || key < '\x80') return key
  const letter = /^Key(.)$/.exec(code)?.[1]
  if (letter !== undefined) return shiftKey ? letter : letter.toLowerCase()
  return /\p{Script=Latin}/u.test(key) ? key : (signs[code] ?? key)
}
