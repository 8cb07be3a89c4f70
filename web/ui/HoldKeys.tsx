import { useLayoutEffect } from 'react'

/**
 * Rendered while an opened part is loading: typed text is kept, and given to the part that has the focus afterwards. A
 * press elsewhere or Escape discards it.
 */
export function HoldKeys() {
  // Keys arrive at the document, outside of any component. The key that opens a part is held as soon as this is rendered.
  useLayoutEffect(holdKeys, [])
  return null
}

interface Key {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey?: boolean
  readonly metaKey?: boolean
}

let held: Key[] = []

/** Keep the key that opened the part that is loading, too. */
export function holdKey({ key, code, shiftKey }: Key): void {
  held.push({ key, code, shiftKey })
}

const kept = /^(?:.|Enter|Tab|Backspace|Arrow\w+)$/u

function holdKeys(): () => void {
  const keys: Key[] = []
  held = keys
  const stop = new AbortController()
  const options = { capture: true, signal: stop.signal }
  document.addEventListener(
    'keydown',
    event => {
      // Offline the part may never come, and the page is to be usable by keys again.
      if (event.key === 'Escape') stop.abort()
      if (event.ctrlKey || event.altKey || event.metaKey || !kept.test(event.key)) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // The press that opened the part may still be held down.
      if (!event.repeat) keys.push({ key: event.key, code: event.code, shiftKey: event.shiftKey })
    },
    options,
  )
  document.addEventListener('pointerdown', () => stop.abort(), options)
  return () => {
    // The part takes the focus in its own effects.
    setTimeout(() => {
      if (stop.signal.aborted) return
      stop.abort()
      for (const key of keys) pressKey(key)
    })
  }
}

/** Send a key to the shortcuts of what has the focus. @returns whether one of them took it */
export function sendKey({ key, code, shiftKey, ctrlKey = false, metaKey = false }: Key): boolean {
  const pressed = { key, code, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }
  return !(document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', pressed))
}

/** Press a key in what has the focus, as if it came from the keyboard. */
export function pressKey(pressed: Key): void {
  const at = document.activeElement
  const isTaken = sendKey(pressed)
  const isPlain = !pressed.ctrlKey && !pressed.metaKey
  // Browsers follow links and press buttons for keys of people alone.
  if (!isTaken && isPlain && pressed.key === 'Enter' && at instanceof HTMLElement && at.matches('a[href], button'))
    at.click()
  const isText = at instanceof HTMLTextAreaElement || (at instanceof HTMLInputElement && at.type !== 'checkbox')
  if (isTaken || !isText || !isPlain) return
  const { key } = pressed
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
  else if (key === 'Enter' && at instanceof HTMLTextAreaElement) document.execCommand('insertText', false, '\n')
  else if (key === 'Enter') at.form?.requestSubmit()
}
